import Glibc
import ShedMessages
import ShedProject
import ShedModel

/// A file outside of any project, or the standard input, that a person names to be read.
package final class NamedInput {
    private let descriptor: Int32
    private let label: Message

    deinit { close(descriptor) }

    /// Opens a file; a FIFO or the standard input is first copied into a file without a name, since it is read twice.
    /// - Parameter path: absolute; `nil`: the standard input.
    package init(_ path: [UInt8]?) throws(ShedError) {
        label = path.map { Message.verbatim(EscapedText.escape($0)) } ?? .standardInput
        var opened = STDIN_FILENO
        if let path {
            opened = open(path.cString, O_RDONLY | O_CLOEXEC)
            guard opened >= 0 else { throw NamedInput.unreadable(label) }
        }
        var facts = stat()
        guard fstat(opened, &facts) == 0 else { throw NamedInput.unreadable(label) }
        guard facts.st_mode & S_IFMT != S_IFDIR else {
            if path != nil { close(opened) }
            throw ShedError(.usage, .inputIsAFolder(input: label), remedy: .nameAFile)
        }
        // What a device gives has no end, but for the one that is always empty: what cron and others give where there is no input.
        if [S_IFCHR, S_IFBLK].contains(facts.st_mode & S_IFMT), isatty(opened) == 0, !NamedInput.isNull(facts) {
            if path != nil { close(opened) }
            throw ShedError(.usage, .inputIsADevice(input: label), remedy: .nameAFile)
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
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw NamedInput.unreadable(label) }
    }

    /// The next bytes, as read(2) gives them.
    /// - Returns: how many there are; 0 at the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(ShedError) -> Int {
        while true {
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            if errno != EINTR { throw NamedInput.unreadable(label) }
        }
    }

    /// So much of what has no size is kept, in bytes.
    private static let mostSpooled: Int64 = 8 << 30

    private static func spooled(_ source: Int32, _ label: Message) throws(ShedError) -> Int32 {
        let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        let (file, name) = TemporaryFile.open(Array("\(base)/shed-input-".utf8))
        guard file >= 0 else { throw unkept(label) }
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
                throw ShedError(.usage, .inputHoldsMore(input: label, most: Int(mostSpooled)), remedy: .makeInputSmaller)
            }
            guard count > 0, Output.write(Array(buffer[..<count]), to: file) else {
                close(file)
                throw unkept(label)
            }
        }
    }

    /// Whether it is `/dev/null`, by whatever path.
    private static func isNull(_ facts: stat) -> Bool {
        var null = stat()
        guard facts.st_mode & S_IFMT == S_IFCHR, stat("/dev/null", &null) == 0 else { return false }
        return null.st_mode & S_IFMT == S_IFCHR && null.st_rdev == facts.st_rdev
    }

    private static func unreadable(_ label: Message) -> ShedError {
        ShedError(.environment, .cannotReadInput(input: label, reason: .system(errno)), remedy: .checkPathAndSpace)
    }

    private static func unkept(_ label: Message) -> ShedError {
        ShedError(.environment, .cannotKeepInput(input: label, reason: .system(errno)), remedy: .checkPathAndSpace)
    }
}
