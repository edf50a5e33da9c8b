import ShedModel

/// A path as a document names it: from the folder that the document stands in.
public struct LinkPath: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        case up
        case name(Name)
    }

    /// As it is read; then how it may be meant besides: without decoding `%20`, or with `#` and `?` in a name.
    let readings: [[Step]]
    /// Whether it ends in `/`, so that it means a folder.
    public let endsInSlash: Bool
    /// Whether it begins with `./`.
    public let beginsWithDot: Bool

    /// - Parameters:
    ///   - bytes: without the escapes of the document.
    ///   - others: the same with what was taken for a fragment or a query.
    ///   - decodes: whether `%20` stands for a space.
    init?(_ bytes: [UInt8], besides others: [[UInt8]], decodes: Bool = true) {
        var readings: [[Step]] = []
        if decodes, bytes.contains(UInt8(ascii: "%")) {
            if let decoded = LinkPath.steps(of: bytes, decodes: true) { readings.append(decoded) }
        }
        for text in [bytes] + others {
            if let steps = LinkPath.steps(of: text, decodes: false), !readings.contains(steps) { readings.append(steps) }
        }
        guard !readings.isEmpty else { return nil }
        self.readings = readings
        endsInSlash = bytes.last == UInt8(ascii: "/")
        beginsWithDot = bytes.starts(with: [UInt8(ascii: "."), UInt8(ascii: "/")])
    }

    /// So many steps are followed: deeper nothing is looked into.
    private static let most = 2 * RelativePath.deepest

    private static func steps(of bytes: [UInt8], decodes: Bool) -> [Step]? {
        var steps: [Step] = []
        for part in bytes.split(separator: UInt8(ascii: "/")) {
            guard let part = decodes ? decoded(part) : Array(part) else { return nil }
            if part == [UInt8(ascii: ".")] { continue }
            if part == [UInt8(ascii: "."), UInt8(ascii: ".")] {
                steps.append(.up)
            } else {
                let name = Name(bytes: part)
                guard name.isPossible else { return nil }
                steps.append(.name(name))
            }
            guard steps.count <= most else { return nil }
        }
        return steps
    }

    /// - Returns: `nil` where what stands behind a `%` is no byte.
    private static func decoded(_ part: ArraySlice<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        var position = part.startIndex
        while position < part.endIndex {
            guard part[position] == UInt8(ascii: "%") else {
                result.append(part[position])
                position += 1
                continue
            }
            guard position + 2 < part.endIndex, let high = Hexadecimal.value(of: part[position + 1]), let low = Hexadecimal.value(of: part[position + 2])
            else { return nil }
            result.append(high << 4 | low)
            position += 3
        }
        return result
    }

    /// The paths from a project's root that it may mean, the likeliest first.
    /// - Parameter folder: that the document stands in.
    /// - Returns: empty where it leads out of the project.
    public func paths(from folder: RelativePath) -> [RelativePath] {
        var paths: [RelativePath] = []
        for steps in readings {
            var names = folder.names
            var leaves = false
            for step in steps {
                switch step {
                case .name(let name): names.append(name)
                case .up where names.isEmpty: leaves = true
                case .up: names.removeLast()
                }
                if leaves { break }
            }
            let path = RelativePath(names)
            if !leaves, !path.isTooDeep, !paths.contains(path) { paths.append(path) }
        }
        return paths
    }

    /// The paths that it may mean besides: where it leaves out what ``DocumentFormat/omissible`` has, at the end of the last name.
    /// - Returns: empty for what ends in `/`, which means a folder.
    public func longerPaths(from folder: RelativePath) -> [(path: RelativePath, suffix: [UInt8])] {
        guard !endsInSlash else { return [] }
        return paths(from: folder).flatMap { path in
            DocumentFormat.omissible.compactMap { suffix in
                let suffix = Array(suffix.utf8)
                guard let name = path.last, case let longer = Name(bytes: name.bytes + suffix), longer.isPossible else { return nil }
                return (path.parent.appending(longer), suffix)
            }
        }
    }

    /// The last name, as it is read first; `nil` where it ends in `..`.
    public var last: Name? { if case .name(let name)? = readings[0].last { name } else { nil } }
}
