/// What the runners of CI systems take for a command where they read it in the log of a program, whoever wrote it there.
///
/// - `::name …::`, with white space before it: GitHub's runner (`ActionCommand.TryParseV2` of actions/runner).
/// - `##[name …]` anywhere in a line: the same (`TryParse`); Azure Pipelines lays out the log by it.
/// - `##vso[area.event …]` anywhere in a line: Azure's agent (`Command.TryParse` of azure-pipelines-agent).
/// - `##teamcity[name …]` anywhere in a line: TeamCity's service messages.
///
/// What GitLab folds its log by (`section_start:`) has an escape character in it, which is never printed.
public enum RunnerCommand {
    /// A longer word in front of the bracket is none of a runner's.
    private static let longestWord = 16

    /// Whether two number signs, and perhaps a word, stand before a bracket here. Looks at a few bytes.
    static func isMark(_ text: some Collection<UInt8>, at start: Int) -> Bool {
        func byte(_ offset: Int) -> UInt8? {
            guard offset < text.count else { return nil }
            return text[text.index(text.startIndex, offsetBy: offset)]
        }
        guard byte(start) == UInt8(ascii: "#"), byte(start + 1) == UInt8(ascii: "#") else { return false }
        for offset in 0...longestWord {
            guard let byte = byte(start + 2 + offset) else { return false }
            if byte == UInt8(ascii: "[") { return true }
            guard byte | 0x20 >= UInt8(ascii: "a"), byte | 0x20 <= UInt8(ascii: "z") else { return false }
        }
        return false
    }

    /// Whether a line begins with two colons, white space aside.
    /// - Returns: where the first of them stands, in bytes from the beginning; `nil` if it does not.
    public static func colons(atBeginningOf line: some Collection<UInt8>) -> Int? {
        var decoder = UTF8()
        var bytes = line.makeIterator()
        var position = 0
        while case .scalarValue(let scalar) = decoder.decode(&bytes) {
            if scalar == ":" {
                guard case .scalarValue(":") = decoder.decode(&bytes) else { return nil }
                return position
            }
            guard scalar.properties.isWhitespace else { return nil }
            position += UTF8.width(scalar)
        }
        return nil
    }
}
