import Glibc
import ShedCheck
import ShedMessages
import ShedModel
import ShedProject

/// A folder of files that an export is written into: all of them or nothing. They are made beside it, and get its name at the end.
package final class ExportFolder {
    /// Absolute.
    package let path: [UInt8]
    private let temporary: [UInt8]
    private let option: String
    private var files: [[UInt8]] = []

    /// - Parameters:
    ///   - named: absolute, outside of the project; nothing stands there, or an empty folder.
    ///   - option: what it was named with, for messages.
    package init(_ named: [UInt8], of option: String, _ project: Project) throws(ShedError) {
        let slash = UInt8(ascii: "/")
        var named = named
        while named.count > 1, named.last == slash { named.removeLast() }
        let parts = AbsolutePath.parts(of: named) ?? ([slash], named)
        let path = AbsolutePath.joined(try RealPath.of(parts.parent), parts.name)
        self.path = path
        self.option = option
        try NamedFile(path, of: option).refuseDocument(of: option)
        guard path != project.home.path, !path.starts(with: project.home.path + [slash]) else {
            throw ShedError(
                .usage, .filesWouldBeAdded(option: option, path: EscapedText.escape(path)), remedy: .nameFolderOutside)
        }
        var facts = stat()
        if lstat(path.cString, &facts) == 0 {
            guard facts.st_mode & S_IFMT == S_IFDIR, ExportFolder.isEmpty(path) else {
                throw ShedError(.usage, .folderIsFilled(option: option, path: EscapedText.escape(path)), remedy: .nameNewFolder)
            }
        }
        var name = (path + Array(".XXXXXX".utf8)).cString
        guard mkdtemp(&name) != nil else { throw ExportFolder.failure(path, option) }
        temporary = name.dropLast().map { UInt8(bitPattern: $0) }
        chmod(temporary.cString, 0o777 & ~FileMask.current())
    }

    /// Adds a file; what makes it gives its pieces to the closure that it gets.
    package func add<Made>(
        _ name: Name, _ make: (_ write: ([UInt8]) throws(ShedError) -> Void) throws(ShedError) -> Made
    ) throws(ShedError) -> Made {
        let path = temporary + [UInt8(ascii: "/")] + name.bytes
        let file = try ExportFile(path, of: option, force: false)
        do throws(ShedError) {
            let made = try make(file.write)
            try file.finish()
            files.append(path)
            return made
        } catch {
            file.discard()
            throw error
        }
    }

    package func finish() throws(ShedError) {
        let handle = open(temporary.cString, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if handle >= 0 {
            fsync(handle)
            close(handle)
        }
        // Takes the place of an empty folder, and of nothing else (rename(2)).
        guard rename(temporary.cString, path.cString) == 0 else { throw ExportFolder.failure(path, option) }
    }

    /// Leaves nothing.
    package func discard() {
        for file in files { unlink(file.cString) }
        rmdir(temporary.cString)
    }

    private static func isEmpty(_ path: [UInt8]) -> Bool {
        guard let directory = opendir(path.cString) else { return false }
        defer { closedir(directory) }
        var count = 0
        while readdir(directory) != nil { count += 1 }
        return count <= 2
    }

    private static func failure(_ path: [UInt8], _ option: String) -> ShedError {
        ShedError(.environment, .cannotWrite(path: EscapedText.escape(path), reason: .system(errno)), remedy: .nameOtherFolder(option: option))
    }
}
