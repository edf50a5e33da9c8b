/// Words of sh(1).
enum ShellWord {
    /// A word that means exactly these characters, whatever they are.
    static func quote(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
