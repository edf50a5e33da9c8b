import ShedModel

/// Something that a search found beside files and folders.
package protocol FurtherHit {
    /// The files to open.
    var paths: [RelativePath] { get }
    /// An element of `find --json`.
    var json: JSONValue { get }

    /// For people.
    func lines(_ style: Style) -> [String]
}
