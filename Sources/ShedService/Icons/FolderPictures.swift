import Glibc
import ShedDisk
import ShedModel

/// Where the pictures of folders stand: `shed/icons` among the person's data, and emblems in the icon theme that all others fall back on
/// (Icon Theme Specification), which file managers know by name alone.
public struct FolderPictures: Sendable {
    /// The directory of the pictures: an absolute path.
    public let directory: String
    private let theme: String

    /// - Parameter environment: `HOME` and `XDG_DATA_HOME` say where.
    /// - Throws: ``ServiceError`` where there is no home directory, or its path holds control characters.
    public init(environment: [String: String]) throws(ServiceError) {
        let data = try ActionManager.data(environment)
        (directory, theme) = (data + "/shed/icons", data + "/icons/hicolor")
    }

    private var emblems: String { theme + "/scalable/emblems" }

    /// What files `.directory` say.
    public var entry: FolderEntry { FolderEntry(pictures: directory) }

    /// The path of a picture, whether it is there or not.
    public func path(of picture: FolderPicture) -> String { "\(directory)/\(picture.name).svg" }

    /// Has the files of a picture stand there. One that is there as it is to be is not written.
    /// - Returns: its path.
    public func make(_ picture: FolderPicture) throws(ServiceError) -> String {
        try put(picture.drawing, in: directory, picture.name + ".svg")
        for emblem in picture.emblemDrawings where try put(emblem.drawing, in: emblems, emblem.name + ".svg") {
            // Whoever keeps a list of what the theme holds asks this time whether it is still good.
            utimes(theme, nil)
        }
        return path(of: picture)
    }

    /// - Returns: whether it was written.
    @discardableResult
    private func put(_ drawing: String, in directory: String, _ name: String) throws(ServiceError) -> Bool {
        let bytes = Array(drawing.utf8)
        do throws(DiskError) {
            if let known = try? DirectoryHandle(path: directory).read(Name(name), atMost: 64 << 10), known == bytes { return false }
            OwnedFile.makeDirectories(directory)
            try DirectoryHandle(path: directory).write(Name(name), bytes, replacing: true)
            return true
        } catch { throw ServiceError(error) }
    }

    /// Takes all pictures and emblems away: no project has any more use for them. What is no drawing of shed's stays.
    public func removeAll() {
        remove(in: directory) { _ in true }
        remove(in: emblems) { $0.hasPrefix(FolderPicture.emblemPrefix) }
        OwnedFile(directory: directory, name: "").removeEmptyDirectory()
    }

    private func remove(in path: String, where isMeant: (String) -> Bool) {
        guard let directory = try? DirectoryHandle(path: path), let entries = try? directory.list(atMost: 100_000) else { return }
        let mark = Array("<!-- Drawn by shed ".utf8)
        for entry in entries where entry.kind == .file {
            guard let name = entry.name.text, name.hasSuffix(".svg"), isMeant(name), let bytes = try? directory.read(entry.name, atMost: 64 << 10),
                bytes.split(separator: 10, maxSplits: 2).dropFirst().first?.starts(with: mark) == true
            else { continue }
            try? directory.removeFile(entry.name)
        }
    }
}
