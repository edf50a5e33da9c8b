import ShedDisk
import ShedModel
import ShedProject

/// A file that an option names, to be read or written as a whole. Links on the way to its folder are the person's own; what
/// stands at the name itself must be a regular file.
public struct NamedFile {
    /// As it can be shown.
    public let label: String
    private let folder: DirectoryHandle
    private let name: Name
    private let path: [UInt8]

    /// - Parameter path: absolute.
    public init(_ path: [UInt8], of option: String) throws(ShedError) {
        label = EscapedText.escape(path)
        guard let parts = AbsolutePath.parts(of: path), case let last = Name(bytes: parts.name), last.isPossible else {
            throw ShedError(.usage, "\(option): “\(EscapedText.escape(path))” names no file", remedy: "Name a file in a folder that is there.")
        }
        name = last
        self.path = path
        do throws(DiskError) { folder = try DirectoryHandle(pathBytes: parts.parent) } catch { throw ShedError(error) }
    }

    /// Refuses a file that is somebody's document: what a report replaces is gone.
    public func refuseDocument(of option: String) throws(ShedError) {
        let parts = try RealPath.of(AbsolutePath.parent(of: path) ?? path)
            .split(separator: UInt8(ascii: "/")).map { Name(bytes: Array($0)) } + [name]
        // What shed and git keep for themselves, and what people write for shed.
        let kept = parts.first { [".shed", ".git"].contains($0) } ?? ([".shedignore", "shed.toml"].contains(name) ? name : nil)
        if let kept {
            throw ShedError(.usage, "\(option): \(label) is not a place for a report: “\(kept)” is not yours to replace", remedy: "Name another file.")
        }
        guard let root = try Project.ofDocument(at: path) else { return }
        throw ShedError(
            .usage, "\(option): \(label) is a document of the project \(EscapedText.escape(root))",
            remedy: "Name a file outside of the project, one whose name begins with a dot, or one that .shedignore covers.")
    }

    /// Whether a file stands there.
    public var isThere: Bool { (try? folder.kind(of: name)) == .file }

    /// - Parameter limit: the most bytes.
    public func read(atMost limit: Int) throws(ShedError) -> [UInt8] {
        do throws(DiskError) { return try folder.read(name, atMost: limit) } catch { throw ShedError(error) }
    }

    /// Replaces the file in one step, or makes it.
    public func write(_ bytes: [UInt8]) throws(ShedError) {
        do {
            // Renaming over a device or a link, such as /dev/stdout, would take it away.
            let kind = try folder.kind(of: name)
            guard kind == nil || kind == .file else {
                throw ShedError(.usage, "\(label) is no regular file", remedy: "Name a regular file, or leave the option out.")
            }
            try folder.write(name, bytes, replacing: true)
        } catch { throw ShedError(error) }
    }
}
