import ShedModel

/// A path as a document names it: from the folder that the document stands in.
public struct LinkPath: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        case up
        case name(Name)
    }

    /// One way in which it may be meant.
    struct Reading: Hashable, Sendable {
        var steps: [Step]
        /// How many bytes of the document say so, from its beginning on.
        var length: Int
    }

    /// As it is read; then how it may be meant besides: without decoding `%20`, or with `#` and `?` in a name.
    let readings: [Reading]
    /// Whether it ends in `/`, so that it means a folder.
    public let endsInSlash: Bool
    /// Whether it begins with `./`.
    public let beginsWithDot: Bool

    /// - Parameters:
    ///   - parts: as it is read, without the escapes of the document, and how many bytes of the document say so; then the same with what was
    ///     taken for a fragment or a query.
    ///   - decodes: whether `%20` stands for a space.
    init?(_ parts: [(bytes: [UInt8], length: Int)], decodes: Bool = true) {
        var readings: [Reading] = []
        func add(_ bytes: [UInt8], _ length: Int, decodes: Bool) {
            guard let steps = LinkPath.steps(of: bytes, decodes: decodes), !readings.contains(where: { $0.steps == steps }) else { return }
            readings.append(Reading(steps: steps, length: length))
        }
        for (bytes, length) in parts {
            if decodes, bytes.contains(UInt8(ascii: "%")) { add(bytes, length, decodes: true) }
            add(bytes, length, decodes: false)
        }
        guard let bytes = parts.first?.bytes, !readings.isEmpty else { return nil }
        self.readings = readings
        endsInSlash = bytes.last == UInt8(ascii: "/")
        beginsWithDot = bytes.starts(with: [UInt8(ascii: "."), UInt8(ascii: "/")])
    }

    /// So many steps are followed: deeper nothing is looked into.
    private static let most = 2 * RelativePath.deepest

    private static func steps(of bytes: [UInt8], decodes: Bool) -> [Step]? {
        var steps: [Step] = []
        for part in bytes.split(separator: UInt8(ascii: "/")) {
            let part = decodes ? decoded(part) : Array(part)
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

    /// A `%` behind which no byte stands is itself, as in URLs that browsers read (WHATWG, URL, “percent-decode”): programs that write only
    /// blanks otherwise leave such.
    private static func decoded(_ part: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var position = part.startIndex
        while position < part.endIndex {
            guard part[position] == UInt8(ascii: "%"), position + 2 < part.endIndex, let high = Hexadecimal.value(of: part[position + 1]),
                let low = Hexadecimal.value(of: part[position + 2])
            else {
                result.append(part[position])
                position += 1
                continue
            }
            result.append(high << 4 | low)
            position += 3
        }
        return result
    }

    /// A path that it may mean.
    public struct Meaning: Hashable, Sendable {
        /// From a project's root.
        public var path: RelativePath
        /// What it leaves out at the end of the last name; empty where that is nothing.
        public var suffix: [UInt8] = []
        /// How many bytes of the document say so, from the link's range on: more than that has where a `#` or `?` is part of a name.
        public var length: Int
    }

    /// What it may mean, the likeliest first, each path once.
    /// - Parameter folder: that the document stands in.
    /// - Returns: empty where it leads out of the project.
    public func meanings(from folder: RelativePath) -> [Meaning] {
        var meanings: [Meaning] = []
        for reading in readings {
            var names = folder.names
            var leaves = false
            for step in reading.steps {
                switch step {
                case .name(let name): names.append(name)
                case .up where names.isEmpty: leaves = true
                case .up: names.removeLast()
                }
                if leaves { break }
            }
            let path = RelativePath(names)
            if !leaves, !path.isTooDeep, !meanings.contains(where: { $0.path == path }) { meanings.append(Meaning(path: path, length: reading.length)) }
        }
        return meanings
    }

    /// Whether it leads out of the project from a folder, however it is meant.
    public func leaves(from folder: RelativePath) -> Bool { meanings(from: folder).isEmpty }

    /// What it may mean besides: where it leaves out what ``DocumentFormat/omissible`` has, at the end of the last name.
    /// - Returns: empty for what ends in `/`, which means a folder.
    public func longerMeanings(from folder: RelativePath) -> [Meaning] {
        guard !endsInSlash else { return [] }
        return meanings(from: folder).flatMap { meaning in
            DocumentFormat.omissible.compactMap { suffix in
                let suffix = Array(suffix.utf8)
                guard let name = meaning.path.last, case let longer = Name(bytes: name.bytes + suffix), longer.isPossible else { return nil }
                return Meaning(path: meaning.path.parent.appending(longer), suffix: suffix, length: meaning.length)
            }
        }
    }

    /// The paths of ``meanings(from:)``.
    public func paths(from folder: RelativePath) -> [RelativePath] { meanings(from: folder).map(\.path) }

    /// The paths of ``longerMeanings(from:)``.
    public func longerPaths(from folder: RelativePath) -> [RelativePath] { longerMeanings(from: folder).map(\.path) }

    /// The last name, as it is read first; `nil` where it ends in `..`.
    public var last: Name? { if case .name(let name)? = readings[0].steps.last { name } else { nil } }
}
