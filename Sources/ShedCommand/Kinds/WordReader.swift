import ShedProject
import ShedModel

/// Reads words of a command line that name something of a kind of project otherwise than by its path. Made once for many.
package protocol WordReader {
    /// The path of what a word names, where nothing stands at the path that it is; `nil` where it is to be read as that.
    mutating func path(_ word: String) throws(ShedError) -> RelativePath?

    /// Refuses a word of which ``path(_:)`` knows nothing and that may mean several things, for a verb that can be told which of them.
    mutating func refuse(_ word: String) throws(ShedError)
}

extension WordReader {
    package mutating func refuse(_ word: String) throws(ShedError) {}
}
