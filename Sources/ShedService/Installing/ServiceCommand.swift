import ShedModel

/// The command that the service starts: an absolute path of shed, and `watch`.
struct ServiceCommand {
    let executable: String

    /// - Throws: ``ServiceError`` for a path that neither a unit nor a desktop entry can hold.
    init(executable: [UInt8]) throws(ServiceError) {
        let shown = EscapedText.escape(executable)
        guard executable.first == UInt8(ascii: "/") else {
            throw ServiceError(.environment, "“\(shown)” is no absolute path of a program", remedy: "Start shed by its full path.")
        }
        guard let text = String(validating: executable, as: UTF8.self), !executable.contains(where: { $0 < 0x20 || $0 == 0x7f }) else {
            throw ServiceError(
                .environment, "the path of shed, \(shown), is not UTF-8 or holds control characters, and systemd takes no such path",
                remedy: "Move shed to another folder, such as ~/.local/bin.")
        }
        self.executable = text
    }

    /// The words of the command.
    /// - Parameter characters: those that the program's path must not hold. A path with one of them is given to a shell
    ///   as an argument instead, which becomes shed (exec), so that the process stays the same.
    func words(unlessHolding characters: Set<Character>) -> [String] {
        guard executable.contains(where: { characters.contains($0) }) else { return [executable, "watch"] }
        return ["/bin/sh", "-c", "exec \"$0\" \"$@\"", executable, "watch"]
    }
}
