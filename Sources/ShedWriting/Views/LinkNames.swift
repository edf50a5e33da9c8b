@_spi(_Unicode) import Swift
import ShedModel

/// The names of a view's links: a function of what the project is, and of nothing that one device alone knows, so that two devices
/// name the same links alike whatever happened on which of them first.
///
/// A link has the name of its file. Of several files whose names are one to people (``FoldKey``) the one with the first ID, which is
/// the oldest, keeps the name; behind those of the others stands the folder, as in `Ode (Ready).txt`, or, where that tells nothing
/// apart, the end of the ID.
public enum LinkNames {
    /// A file that a view shows.
    public struct Target: Hashable, Sendable {
        public var id: NodeID
        /// From the project's root.
        public var path: RelativePath

        public init(id: NodeID, path: RelativePath) {
            self.id = id
            self.path = path
        }

        /// Its own name.
        public var name: Name { path.last ?? Name(bytes: []) }
    }

    /// The names of the links to files whose own names are one to people.
    /// - Parameters:
    ///   - isTaken: whether something else has a name, so that no link gets it.
    ///   - isOwn: whether a file of the view has a name for its own, case and accents' spelling aside: no other's link gets it.
    /// - Returns: no name for a file that none can be given to: somebody has taken all that there are.
    public static func names(of group: [Target], isTaken: (Name) -> Bool = { _ in false }, isOwn: (Name) -> Bool) -> [NodeID: Name] {
        var sorted = group.sorted { $0.id < $1.id }[...]
        guard let first = sorted.first else { return [:] }
        var names: [NodeID: Name] = [:]
        var used: Set<FoldKey> = []
        if !isTaken(first.name) {
            names[first.id] = first.name
            used.insert(FoldKey(first.name))
            sorted = sorted.dropFirst()
        }
        guard !sorted.isEmpty else { return names }
        let labels = sorted.map { label(of: $0.path.parent) }
        var counts: [FoldKey: Int] = [:]
        for label in labels { if let label { counts[FoldKey(label), default: 0] += 1 } }
        for (target, label) in zip(sorted, labels) {
            let byFolder = label.flatMap { counts[FoldKey($0)] == 1 ? LinkNames.told(target.name, by: $0, mayCut: false) : nil }
            let id = Array("\(target.id)".utf8)
            let wanted = [byFolder, LinkNames.told(target.name, by: Array(id.suffix(8)), mayCut: true), LinkNames.told(target.name, by: id, mayCut: true)]
            guard let name = wanted.lazy.compactMap({ $0 }).first(where: { !isOwn($0) && !isTaken($0) && !used.contains(FoldKey($0)) }) else { continue }
            used.insert(FoldKey(name))
            names[target.id] = name
        }
        return names
    }

    /// The name of which one may be a file's that is told apart: `Ode (Ready).txt` → `Ode.txt`; `nil` for a name that is none such.
    public static func origin(of name: Name) -> Name? {
        let (stem, suffix) = parts(of: name)
        guard stem.last == UInt8(ascii: ")"), let open = stem.lastIndex(of: UInt8(ascii: "(")), open - stem.startIndex > 1,
            stem[open - 1] == UInt8(ascii: " ")
        else { return nil }
        return Name(bytes: Array(stem[..<(open - 1)]) + suffix)
    }

    /// What the names of one group have in common, as a number that is the same on all machines. Names that are one to people have the
    /// same; others hardly ever.
    public static func key(of name: Name) -> UInt64 {
        let ascii = name.bytes.withUnsafeBufferPointer(FoldKey.asciiHash)
        if let ascii { return ascii }
        var hash = FNV()
        switch FoldKey(name) {
        case .text(let text):
            // Folded text can have become ASCII; decomposed, it is the same however it was spelt.
            for scalar in text._nfd { hash.add(Unicode.UTF8.encode(scalar) ?? Unicode.UTF8.encodedReplacementCharacter) }
        case .bytes(let bytes):
            hash.add(bytes)
        }
        return hash.value
    }

    /// The folders that a file stands in, in one line; `nil` where that could be taken for something else: names hold brackets.
    private static func label(of folder: RelativePath) -> [UInt8]? {
        let label = Array(folder.names.map(\.bytes).joined(separator: Array(", ".utf8)))
        let brackets: Set = [UInt8(ascii: "("), UInt8(ascii: ")")]
        return label.isEmpty || label.contains(where: brackets.contains) ? nil : label
    }

    /// A name with a mark in brackets behind its stem.
    /// - Parameter mayCut: whether the stem is cut where that is needed.
    /// - Returns: `nil` where there is no room.
    private static func told(_ name: Name, by label: [UInt8], mayCut: Bool) -> Name? {
        let mark = Array(" (".utf8) + label + Array(")".utf8)
        let (stem, suffix) = parts(of: name)
        let room = Name.longest - mark.count - suffix.count
        guard mayCut ? room > 0 : stem.count <= room else { return nil }
        let name = Name(bytes: Array(UTF8Cut.prefix(stem, atMost: room)) + mark + Array(suffix))
        return name.isPossible && !name.isHidden ? name : nil
    }

    /// A full stop far from the end begins no extension.
    private static func parts(of name: Name) -> (stem: ArraySlice<UInt8>, suffix: ArraySlice<UInt8>) {
        let parts = name.parts
        return parts.suffix.count <= 64 ? parts : (name.bytes[...], [])
    }
}
