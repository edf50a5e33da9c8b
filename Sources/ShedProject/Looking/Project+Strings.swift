import ShedModel
import ShedWriting

extension Project {
    /// The texts of the language that the settings choose, else of the one that the project was made in.
    public var strings: Strings { WritingKinds.strings(home.language) }
}
