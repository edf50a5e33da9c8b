import Glibc
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

/// Turns KIND and `--language` into what they mean.
enum KindArgument {
    /// A shipped kind by its name, or a person's own by the path of its file, which ends in `.toml`.
    static func kind(_ argument: String, _ session: Session) throws(ShedError) -> Kind {
        let bytes = RawArguments.bytes(of: argument)
        let kinds = session.surroundings.kinds.kinds
        do {
            guard argument.hasSuffix(".toml") else { return try kinds.kind(named: argument) }
            let content = try read(PathReader.absolute(bytes, base: session.base))
            return try kinds.kind(fromTOML: content, path: EscapedText.escape(bytes))
        } catch { throw ShedError(error) }
    }

    /// The language to name folders in.
    static func language(_ option: String?, _ surroundings: Surroundings) throws(ShedError) -> Language {
        do { return try Languages.chosen(option: option, environment: surroundings.environment) } catch { throw ShedError(error) }
    }

    /// A file that a person named, so links are followed; at most as much as a kind's file may hold.
    private static func read(_ path: [UInt8]) throws(ShedError) -> [UInt8] {
        let descriptor = open(path.cString, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw ShedError(.usage, .cannotRead(path: EscapedText.escape(path), reason: String(cString: strerror(errno))), remedy: .checkThePath)
        }
        defer { close(descriptor) }
        return try StandardInput.read(descriptor, atMost: 256 << 10, label: EscapedText.escape(path))
    }
}
