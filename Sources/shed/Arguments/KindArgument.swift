import Glibc
import ShedEngine
import ShedModel

/// Turns KIND and `--language` into what they mean.
enum KindArgument {
    /// A shipped kind by its name, or a person's own by the path of its file, which ends in `.toml`.
    static func kind(_ argument: String, base: [UInt8]) throws(ShedError) -> Kind {
        let bytes = RawArguments.bytes(of: argument)
        do {
            guard argument.hasSuffix(".toml") else { return try WritingKinds.kind(named: argument) }
            let content = try read(PathArgument.absolute(bytes, base: base))
            return try WritingKinds.kind(fromTOML: content, path: EscapedText.escape(bytes))
        } catch let error as ShedError { throw error } catch { throw ShedError(.usage, Sentence.uncapped("\(error)")) }
    }

    /// The language to name folders in.
    static func language(_ option: String?, _ surroundings: Surroundings) throws(ShedError) -> Language {
        do { return try WritingKinds.language(option: option, environment: surroundings.environment) } catch {
            throw ShedError(.usage, Sentence.uncapped("\(error)"))
        }
    }

    /// A file that a person named, so links are followed; at most as much as a kind's file may hold.
    private static func read(_ path: [UInt8]) throws(ShedError) -> [UInt8] {
        let descriptor = open((path + [0]).map { CChar(bitPattern: $0) }, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw ShedError(.usage, "cannot read \(EscapedText.escape(path)): \(String(cString: strerror(errno)))", remedy: "Check the path.")
        }
        defer { close(descriptor) }
        return try StandardInput.read(descriptor, atMost: 256 << 10, label: EscapedText.escape(path))
    }
}

/// Sentences of other rooms, put behind “shed: ”.
enum Sentence {
    /// Without the full stop at the end, and with a small first letter.
    static func uncapped(_ text: String) -> String {
        let text = text.hasSuffix(".") ? String(text.dropLast()) : text
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}

/// Reads what is piped in.
enum StandardInput {
    /// All that a descriptor gives.
    /// - Throws: ``ShedError`` where it cannot be read or holds more than `limit` bytes.
    static func read(_ descriptor: Int32 = STDIN_FILENO, atMost limit: Int, label: String = "the standard input") throws(ShedError) -> [UInt8] {
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count == 0 { return content }
            if count < 0 {
                if errno == EINTR { continue }
                throw ShedError(.environment, "cannot read \(label): \(String(cString: strerror(errno)))")
            }
            content += buffer[..<count]
            guard content.count <= limit else {
                throw ShedError(.usage, "\(label) holds more than \(limit) bytes", remedy: "Make it smaller.")
            }
        }
    }
}
