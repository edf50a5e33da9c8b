import ShedProject
import ShedModel

/// Reads words of a command line that name something of a kind of project otherwise than by its path. Made once for many.
package protocol WordReader {
    /// The path of what a word names; `nil` where it is to be read as a path.
    /// - Throws: ``ShedError`` of kind usage for a word that may mean several things.
    mutating func path(_ word: String) throws(ShedError) -> RelativePath?
}
