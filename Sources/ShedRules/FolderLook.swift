import ShedModel

/// A first, quick look at the entries of one folder after another: tells the few that rules have to see from all others.
public struct FolderLook: Sendable {
    private let names = NameLook()
    private var hashes: [UInt64] = []
    private var isASCII = true
    private var traits = FolderTraits()

    public init() {}

    /// Looks at one entry.
    /// - Parameter links: how many names the file has; 0 where nobody asked.
    public mutating func see(_ name: UnsafeBufferPointer<UInt8>, _ kind: EntryKind, links: UInt32) {
        if names.isOdd(name) { traits.hasOddName = true }
        if let hash = FoldKey.asciiHash(name) { hashes.append(hash) } else { isASCII = false }
        traits.longestName = max(traits.longestName, name.count)
        switch kind {
        case .file: if links > 1 { traits.holdsOddities = true }
        case .directory: traits.holdsFolders = true
        case .link, .special: traits.holdsOddities = true
        }
    }

    /// What was found, after the last entry of a folder. The next folder begins.
    public mutating func finish() -> FolderTraits {
        hashes.sort()
        traits.mayCollide = !isASCII || zip(hashes, hashes.dropFirst()).contains { $0 == $1 }
        defer { reset() }
        return traits
    }

    /// Forgets what was seen of a folder.
    public mutating func reset() {
        hashes.removeAll(keepingCapacity: true)
        isASCII = true
        traits = FolderTraits()
    }
}
