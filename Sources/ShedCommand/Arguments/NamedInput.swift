import Glibc
import ShedMessages
import ShedProject
import ShedModel

/// A file outside of any project, or the standard input, that a person names to be read.
package final class NamedInput {
    private let descriptor: Int32
    private let label: String

    deinit { close(descriptor) }

    /// Opens a file; a FIFO or the standard input is first copied into a file without a name, since it is read twice.
    /// - Parameter path: absolute; `nil`: the standard input.
    package init(_ path: [UInt8]?) throws(ShedError) {
        label = path.map { EscapedText.escape($0) } ?? "the standard input"
        var opened = STDIN_FILENO
        if let path {
            opened = open(path.cString, O_RDONLY | O_CLOEXEC)
            guard opened >= 0 else { throw NamedInput.failure("read", label) }
        }
        var facts = stat()
        guard fstat(opened, &facts) == 0 else { throw NamedInput.failure("read", label) }
        guard facts.st_mode & S_IFMT != S_IFDIR else {
            close(opened)
            throw ShedError(.usage, .isAFolder(path: label), remedy: .nameAFile)
        }
        // What a device gives has no end, but for a terminal's and that which has nothing, as the input of who is started by cron.
        var nothing = stat()
        let isEmpty = stat("/dev/null", &nothing) == 0 && facts.st_rdev == nothing.st_rdev
        if [S_IFCHR, S_IFBLK].contains(facts.st_mode & S_IFMT), isatty(opened) == 0, !isEmpty {
            if path != nil { close(opened) }
            throw ShedError(.usage, .noRegularFile(option: "FILE", path: label), remedy: .nameAFile)
        }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            descriptor = try NamedInput.spooled(opened, label)
            if path != nil { close(opened) }
            return
        }
        descriptor = path == nil ? fcntl(opened, F_DUPFD_CLOEXEC, 0) : opened
    }

    /// The whole of a small file.
    package static func read(_ path: [UInt8], atMost limit: Int) throws(ShedError) -> [UInt8] {
        let input = try NamedInput(path)
        return try StandardInput.read(input.descriptor, atMost: limit, label: input.label)
    }

    /// Begins at the first byte again.
    package func rewind() throws(ShedError) {
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw NamedInput.failure("read", label) }
    }

    /// The next bytes, as read(2) gives them.
    /// - Returns: how many there are; 0 at the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(ShedError) -> Int {
        while true {
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            if errno != EINTR { throw NamedInput.failure("read", label) }
        }
    }

    /// So much of what has no size is kept, in bytes.
    private static let mostSpooled: Int64 = 8 << 30

    private static func spooled(_ source: Int32, _ label: String) throws(ShedError) -> Int32 {
        let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        let (file, name) = TemporaryFile.open(Array("\(base)/shed-input-".utf8))
        guard file >= 0 else { throw failure("keep", label) }
        unlink(name)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var total: Int64 = 0
        while true {
            let count = Glibc.read(source, &buffer, buffer.count)
            if count == 0 { return file }
            if count < 0, errno == EINTR { continue }
            total += Int64(max(count, 0))
            guard total <= mostSpooled else {
                close(file)
                throw ShedError(.usage, .importFileTooLarge(path: label, most: Int(mostSpooled)))
            }
            guard count > 0, Output.write(Array(buffer[..<count]), to: file) else {
                close(file)
                throw failure("keep", label)
            }
        }
    }

    private static func failure(_ action: String, _ label: String) -> ShedError {
        ShedError(.environment, "cannot \(action) \(label): \(String(cString: strerror(errno)))", remedy: "Check the path and the space on the disk.")
    }
}
