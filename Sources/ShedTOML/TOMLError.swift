/// Why a text is not read as TOML.
public struct TOMLError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Cause: Hashable, Sendable {
        case notUTF8
        /// A NUL byte. (TOML can write one as an escape; see whether texts hold one where that matters.)
        case nul
        /// A header without a name, such as `[=]`.
        case namelessTable
        case tooLong(most: Int)
        case tooDeep(most: Int)
        case tooMany(most: Int)
        /// What the parser says, escaped: it quotes the text.
        case syntax(String)
        case noMemory
    }

    public let cause: Cause
    /// `nil` where it is the text as a whole.
    public let position: TOMLPosition?

    /// What is wrong, without the place.
    public var message: String {
        switch cause {
        case .notUTF8: "it is not UTF-8 text"
        case .nul: "it holds a NUL byte"
        case .namelessTable: "a table has no name"
        case .tooLong(let most): "it is longer than \(most) bytes"
        case .tooDeep(let most): "names and brackets nest deeper than \(most) levels"
        case .tooMany(let most): "it holds more than \(most) names and values"
        case .syntax(let reason): reason
        case .noMemory: "there is not enough memory to read it"
        }
    }

    public var description: String {
        position.map { "line \($0.line), column \($0.column): \(message)" } ?? message
    }
}
