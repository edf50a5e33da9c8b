import Glibc
import ShedDisk
import ShedModel
import ShedWriting

/// Where a ``LinkBook`` is kept: a file in the folder that this machine keeps of the project. Not made durable, since losing it loses
/// next to nothing, and a power cut is no reason to wait with each change for the disk.
struct LinkBookFile {
    private let directory: DirectoryHandle
    private let name: Name

    /// - Returns: `nil` where that folder cannot be opened.
    init?(in path: String, _ name: Name = "links-all") {
        guard let directory = try? DirectoryHandle(path: path) else { return nil }
        (self.directory, self.name) = (directory, name)
    }

    var isThere: Bool { (try? directory.kind(of: name)) == .file }

    /// `nil` where there is none, or none that can be believed.
    func read() -> LinkBook? { (try? directory.read(name, atMost: LinkBook.longest)).flatMap { LinkBook($0) } }

    /// Of the book the beginning alone.
    func readSummary() -> LinkBook.Summary? {
        (try? directory.readBeginning(name, atMost: LinkBook.Summary.length)).flatMap { LinkBook.Summary($0) }
    }

    /// - Parameter isDurable: whether it is on the disk on return, as far as that can be.
    func write(_ book: LinkBook, isDurable: Bool = false) {
        let aside = DirectoryHandle.temporaryName()
        guard (try? directory.stage(aside, book.file, isDurable: isDurable)) != nil else { return remove() }
        let result = renameat(directory.descriptor, aside.bytes.cString, directory.descriptor, name.bytes.cString)
        guard result == 0 else {
            try? directory.removeFile(aside)
            return remove()
        }
        if isDurable { try? directory.sync() }
    }

    /// Writes the beginning alone; it is one piece of one block.
    /// - Parameter isDurable: whether it is on the disk on return.
    /// - Returns: whether it was written.
    @discardableResult
    func write(_ summary: LinkBook.Summary, isDurable: Bool = false) -> Bool {
        let descriptor = openat(directory.descriptor, name.bytes.cString, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let bytes = summary.bytes
        if bytes.withUnsafeBytes({ pwrite(descriptor, $0.baseAddress, $0.count, 0) }) != bytes.count {
            remove()
            return false
        }
        return !isDurable || fsync(descriptor) == 0
    }

    /// Has the book say durably of no directory that links were seen in it, before some are taken away or made again: whoever goes on after an
    /// interruption makes them anew.
    /// - Returns: whether it says so.
    func forgetFolder() -> Bool {
        guard isThere else { return true }
        guard var summary = readSummary() else {
            remove()
            return !isThere
        }
        summary.folder = 0
        return write(summary, isDurable: true)
    }

    /// What was not written is not known.
    func remove() { try? directory.removeFile(name) }
}
