import ShedDisk
import ShedModel

/// What tells a file or folder that is moved from another one that stands in its place later.
///
/// A new file in the old place is the same node, since that is how editors save. So is quite another one, for which what was done to
/// the first was not meant.
struct MovedFile: Hashable {
    var identity: FileIdentity?
    /// What it held, a folder its names; `nil` where that was not looked at.
    var sketch: ContentSketch?

    init(identity: FileIdentity?, sketch: ContentSketch?) {
        self.identity = identity
        self.sketch = sketch
    }

    /// Less than this of what it held, in percent, and it is another one: who saves a file anew leaves more of it.
    private static let least = 10

    /// A file of fewer lines and runs of words than this is never told from another: one word written anew may be all there was.
    private static let fewest = 8

    /// Whether what stands in its place is evidently another one: another file, which holds next to nothing of what it held.
    func isAnother(_ placed: PlacedNode, below root: DirectoryHandle, _ surroundings: Surroundings) -> Bool {
        // What a kind makes anew by itself it knows by other marks.
        guard let identity, let sketch, placed.evidence.identity != identity, placed.type.traits.isLookedInto, let name = placed.path.last,
            placed.type.isDirectory || sketch.marks.count >= MovedFile.fewest,
            let folder = try? root.openDirectory(at: placed.path.parent), surroundings.hasStableInodes(folder)
        else { return false }
        let content = placed.type.isDirectory ? try? folder.openDirectory(name).namesInLines() : try? folder.readBeginning(name, atMost: ContentSketch.longest)
        return content.flatMap(sketch.share).map { $0 < MovedFile.least } ?? false
    }
}

/// Looks into what is about to be moved, one after the other.
struct MovedFileSketcher {
    private let root: DirectoryHandle
    /// The folder that was looked into last.
    private var open: (path: RelativePath, directory: DirectoryHandle)?

    /// Of a file so much is read, in bytes.
    private static let longest = 1 << 16

    init(_ root: DirectoryHandle) { self.root = root }

    /// `nil` for what cannot be read, and what is neither file nor folder.
    mutating func sketch(at path: RelativePath) -> ContentSketch? {
        guard let name = path.last else { return nil }
        if open?.path != path.parent { open = (try? root.openDirectory(at: path.parent)).map { (path.parent, $0) } }
        guard let directory = open?.directory else { return nil }
        guard (try? directory.kind(of: name)) == .directory else { return try? directory.sketch(name, atMost: MovedFileSketcher.longest) }
        return (try? directory.openDirectory(name).namesInLines()).map(ContentSketch.init(of:))
    }
}

extension DirectoryHandle {
    /// So many names of a folder are looked at.
    fileprivate static let mostNames = 10_000

    /// The names in it that are not hidden, each in a line.
    fileprivate func namesInLines() throws(DiskError) -> [UInt8] {
        try list(atMost: DirectoryHandle.mostNames).filter { !$0.name.isHidden }.flatMap { $0.name.bytes + [UInt8(ascii: "\n")] }
    }
}

// MARK: - In the journal

extension MovedFile {
    var sketchJSON: JSONValue? { sketch.map { .string(Base64.encode($0.bytes)) } }

    static func sketch(_ json: JSONValue) -> ContentSketch? { json.string.flatMap(Base64.decode).flatMap { ContentSketch(bytes: $0) } }
}
