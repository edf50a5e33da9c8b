import ShedDisk
import ShedModel

/// The earlier versions of a file that Syncthing keeps in `.stversions` at the root of what it shares, where that is the project: `Ode.txt` that
/// was replaced on 31 January 2024 at noon is `Ode~20240131-120000.txt` there, with the time at which it was last changed.
///
/// They are only read, a bounded number of them, and no link is followed.
struct SyncthingVersions {
    struct Version {
        /// From the project's root.
        var path: RelativePath
        var bytes: [UInt8]
        /// When what it holds was last changed, in milliseconds since 1970.
        var modified: Int64
    }

    private static let folder: Name = ".stversions"
    /// In a folder with more entries nothing is looked for.
    private static let mostEntries = 100_000
    /// So many are read, the latest ones.
    private static let most = 32

    private let file: RelativePath
    private let root: DirectoryHandle

    init(of file: RelativePath, below root: DirectoryHandle) { (self.file, self.root) = (file, root) }

    /// The oldest first; none where there are none, or they cannot be read.
    func contents(atMost limit: Int) -> [Version] {
        let place = RelativePath([SyncthingVersions.folder] + file.parent.names)
        guard let name = file.last, let directory = try? root.openDirectory(at: place),
            let entries = try? directory.list(atMost: SyncthingVersions.mostEntries)
        else { return [] }
        // The time is part of the name, so the names of one file's versions are in its order.
        let names = entries.filter { $0.kind == .file && SyncthingVersions.isVersion($0.name, of: name) }.map(\.name).sorted()
        return names.suffix(SyncthingVersions.most).compactMap { name in
            guard let version = try? directory.file(name), version.size <= Int64(limit), let bytes = try? version.read(at: 0, atMost: Int(version.size))
            else { return nil }
            return Version(path: place.appending(name), bytes: bytes, modified: version.evidence.modified / 1_000_000)
        }
    }

    /// Whether a name is the other with `~20240131-120000` before its ending.
    static func isVersion(_ name: Name, of file: Name) -> Bool {
        let dot = file.bytes.lastIndex(of: UInt8(ascii: ".")) ?? file.bytes.endIndex
        let (stem, ending) = (file.bytes[..<dot], file.bytes[dot...])
        guard name.bytes.count == file.bytes.count + 16, name.bytes.starts(with: stem), name.bytes.suffix(ending.count).elementsEqual(ending) else { return false }
        let mark = name.bytes.dropFirst(stem.count).prefix(16)
        return mark.enumerated().allSatisfy { position, byte in
            switch position {
            case 0: byte == UInt8(ascii: "~")
            case 9: byte == UInt8(ascii: "-")
            default: (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
        }
    }
}
