import ShedIndex
import ShedMessages

/// What keeps the index from being used, in the words of who reads it. In English they are those of ``IndexError`` itself.
extension IndexError {
    /// Of which file, what happened, and what helps: its description. What SQLite or the system says stands in it as it says that.
    package var words: Message { .indexFault(sort: fault.rawValue, detail: detail, path: path) }
}
