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

    /// - Parameters:
    ///   - isDurable: whether it is on the disk on return, as far as that can be.
    ///   - orKeep: whether the former book stays where this one cannot be written, as on a full disk; else there is none then.
    func write(_ book: LinkBook, isDurable: Bool = false, orKeep: Bool = false) {
        if (try? directory.write(name, book.file, replacing: true, isDurable: isDurable)) == nil, !orKeep { remove() }
    }

    /// Writes the beginning alone; it is one piece of one block.
    /// - Parameters:
    ///   - isDurable: whether it is on the disk on return.
    ///   - orKeep: whether the former beginning stays where nothing of this one could be written.
    /// - Returns: whether it was written.
    @discardableResult
    func write(_ summary: LinkBook.Summary, isDurable: Bool = false, orKeep: Bool = false) -> Bool {
        let descriptor = openat(directory.descriptor, name.bytes.cString, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let bytes = summary.bytes
        let count = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        guard count == bytes.count else {
            if count >= 0 || !orKeep { remove() }
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
        // Where it does not say so the links stay, and are shed's own as long as it says that.
        return write(summary, isDurable: true, orKeep: true)
    }

    /// What was not written is not known.
    func remove() { try? directory.removeFile(name) }
}
