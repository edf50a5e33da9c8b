import Glibc
import ShedMessages
import ShedProject
import ShedModel

/// The file that an export is written to: whole or not at all.
package final class ExportFile {
    private let path: [UInt8]
    private let temporary: [CChar]
    private let descriptor: Int32
    private let option: String
    private let force: Bool
    /// Whether what was written has its name, or is not there any more.
    private var isSettled = false

    /// - Parameter option: what the file was named with, for messages.
    package init(_ path: [UInt8], of option: String, force: Bool) throws(ShedError) {
        self.path = path
        self.option = option
        self.force = force
        if !force, access(path.cString, F_OK) == 0 {
            throw ShedError(.usage, .isThereAlready(path: EscapedText.escape(path)), remedy: .nameOtherOrForce(option: option))
        }
        var name = (path + Array(".XXXXXX".utf8)).cString
        descriptor = mkstemp(&name)
        temporary = name
        guard descriptor >= 0 else { throw ExportFile.failure(path, option) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        fchmod(descriptor, 0o666 & ~FileMask.current())
    }

    /// What never got its name is left nowhere, however the verb ended.
    deinit {
        close(descriptor)
        if !isSettled { unlink(temporary) }
    }

    package func write(_ bytes: [UInt8]) throws(ShedError) {
        guard Output.write(bytes, to: descriptor) else { throw ExportFile.failure(path, option) }
    }

    package func finish() throws(ShedError) {
        guard fsync(descriptor) == 0 else { throw ExportFile.failure(path, option) }
        // Without --force nothing is replaced, whatever came meanwhile.
        let result = force ? rename(temporary, path.cString) : link(temporary, path.cString)
        guard result == 0 else { throw ExportFile.failure(path, option) }
        if !force { unlink(temporary) }
        isSettled = true
    }

    package func discard() {
        unlink(temporary)
        isSettled = true
    }

    private static func failure(_ path: [UInt8], _ option: String) -> ShedError {
        ShedError(.environment, .cannotWrite(path: EscapedText.escape(path), reason: String(cString: strerror(errno))), remedy: .nameOtherFile(option: option))
    }
}
