/// What argument-parser writes for a shell, with what it does not know of: which words `help` takes, and that nobody names `.shed`.
enum CompletionScript {
    /// - Parameter words: the command line that asked for the script.
    static func isAskedFor(_ words: [String]) -> Bool { words.first?.hasPrefix("--generate-completion-script") == true }

    /// - Parameters:
    ///   - script: for bash, zsh or fish.
    ///   - program: its name.
    ///   - verbs: what `help` takes.
    static func completed(_ script: String, of program: String, helpFor verbs: [String]) -> String {
        let list = (verbs + ["--all"]).joined(separator: " ")
        if script.hasPrefix("#compdef") { return replacing("'*:subcommands:'", by: "'*:subcommands:(\(list))'", in: script) }
        guard script.contains("complete -o filenames") else {
            return script + "\ncomplete -c '\(program)' -n '__\(program)_should_offer_completions_for_positional \"\(program) help\" -ge 1' -fka '\(list)'"
        }
        let entry = "_\(program)_help() {\n"
        let named = replacing(entry, by: entry + "    COMPREPLY+=($(compgen -W '\(list)' -- \"${cur}\"))\n", in: script)
        let added = "COMPREPLY+=(\"${completion}\")"
        return replacing(added, by: "[[ \"${completion}\" = .shed || \"${completion}\" = */.shed ]] || " + added, in: named)
    }

    private static func replacing(_ text: String, by other: String, in script: String) -> String {
        guard let range = script.firstRange(of: text) else { return script }
        return script.replacingCharacters(in: range, with: other)
    }
}

extension String {
    fileprivate func replacingCharacters(in range: Range<String.Index>, with other: String) -> String {
        var text = self
        text.replaceSubrange(range, with: other)
        return text
    }
}
