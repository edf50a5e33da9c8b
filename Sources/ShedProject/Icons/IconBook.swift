import ShedDisk
import ShedModel
import ShedService

/// What this machine's file managers were told of the project's folders: `icons` in its folder of the state directory. As long as that is
/// there, shed keeps it up; it never travels.
///
/// Which icon in a folder is shed's says the file there (``FolderEntry``), so the book only has to name each folder that may have one,
/// which it does before one is written.
struct IconBook: Equatable {
    struct Folder: Equatable {
        /// The picture's name; empty as long as it is not known what stands in the folder.
        var picture = ""
        /// Where it was when that was said, absolute: what is kept beside the file system is kept by path.
        var path: [UInt8] = []
        var marks = FolderMetadata.Marks()
        /// Which directory it was: one that is made in its place has nothing.
        var inode: UInt64 = 0
        var hindrance: Hindrance?
    }

    /// That the file of a folder might not be read or written. As long as all of this is so, nobody tries again.
    struct Hindrance: Equatable {
        /// The name of the picture that it was to have.
        var picture = ""
        /// When the inode of the folder last changed, in nanoseconds since 1970; 0 where that cannot be seen.
        var folder: Int64 = 0
        /// The same of the file; 0 where there is none, too.
        var file: Int64 = 0
    }

    /// Whether icons are wanted; if not, they are being taken away.
    var isOn = true
    var folders: [NodeID: Folder] = [:]

    static let name: Name = "icons"
    /// In bytes: a template has a thousand folders at most.
    private static let longest = 8 << 20

    init() {}

    /// - Returns: `nil` for what shed has not written.
    init?(_ bytes: [UInt8]) {
        guard let json = try? JSONParser.parse(bytes), json["format"]?.integer == 1, let isOn = json["on"]?.bool, let list = json["folders"]?.array else { return nil }
        self.isOn = isOn
        for item in list {
            guard let id = item["id"]?.string.flatMap({ NodeID($0) }), let picture = item["picture"]?.string,
                let path = item["path"]?.string.flatMap(Hexadecimal.bytes)
            else { return nil }
            let inode = item["inode"]?.string.flatMap { UInt64($0) } ?? 0
            let emblems = (item["emblems"]?.array ?? []).compactMap(\.string)
            let marks = FolderMetadata.Marks(emblems: emblems, icon: item["icon"]?.string, colour: item["color"]?.string)
            folders[id] = Folder(picture: picture, path: path, marks: marks, inode: inode, hindrance: item["hindered"].flatMap(Hindrance.init))
        }
    }

    private var bytes: [UInt8] {
        let list: [JSONValue] = folders.sorted { $0.key < $1.key }.map { id, folder in
            [
                "id": .string("\(id)"), "inode": .string("\(folder.inode)"), "picture": .string(folder.picture), "path": .string(Hexadecimal.string(of: folder.path)),
                "emblems": .array(folder.marks.emblems.map { .string($0) }), "icon": JSONValue(folder.marks.icon), "color": JSONValue(folder.marks.colour),
                "hindered": folder.hindrance?.json ?? .null,
            ]
        }
        let json: JSONValue = ["format": 1, "on": .bool(isOn), "folders": .array(list)]
        return json.pretty
    }

    /// - Returns: `nil` where icons are not wanted. One that cannot be read as what it is says that they are, of folders of which nothing
    ///   is known.
    static func read(in directory: DirectoryHandle) throws(DiskError) -> IconBook? {
        do throws(DiskError) { return IconBook(try directory.read(name, atMost: longest)) ?? IconBook() } catch {
            if error.code == .notFound { return nil }
            throw error
        }
    }

    func write(in directory: DirectoryHandle) throws(DiskError) { try directory.write(IconBook.name, bytes, replacing: true) }
}

extension IconBook.Hindrance {
    fileprivate init?(_ json: JSONValue) {
        guard let picture = json["picture"]?.string, let folder = json["folder"]?.integer, let file = json["file"]?.integer else { return nil }
        self.init(picture: picture, folder: folder, file: file)
    }

    fileprivate var json: JSONValue { ["picture": .string(picture), "folder": .integer(folder), "file": .integer(file)] }
}

/// The book as it was last read, so that a look costs the time of its file alone.
struct IconMemory {
    private var evidence: Evidence?
    private var book: IconBook?

    mutating func book(in directory: DirectoryHandle) throws(DiskError) -> IconBook? {
        let now = try directory.evidence(of: IconBook.name)
        guard now != evidence else { return book }
        // RACE: what is written in between is read once more.
        book = now == nil ? nil : try IconBook.read(in: directory)
        evidence = now
        return book
    }
}
