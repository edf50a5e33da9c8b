import ShedModel
import ShedKinds

extension Project {
    /// The texts of the language that the settings choose, else of the one that the project was made in.
    public var strings: Strings { Languages.strings(home.language) }
}
