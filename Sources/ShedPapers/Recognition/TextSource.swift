/// Where the text of a page comes from.
public enum TextSource: String, Hashable, Sendable {
    /// The page carries it.
    case layer
    /// It was recognised in the picture of the page.
    case recognition

    /// Which of the two counts, by what the page carries: its own text if there is any letter in it. A number alone, as
    /// stampers put on scans, is none.
    public init(layer: String) {
        self = layer.unicodeScalars.contains { $0.properties.isAlphabetic } ? .layer : .recognition
    }
}
