/// Where the text of a page comes from.
public enum TextSource: String, Hashable, Sendable {
    /// The page carries it.
    case layer
    /// It was recognised in the picture of the page.
    case recognition

    /// Which of the two counts, by what the page carries: its own text if there is any letter in it. A number alone, as
    /// stampers put on scans, is none.
    public init(layer: String) { self.init(lines: [layer[...]]) }

    private init(lines: [Substring]) {
        self = lines.contains { $0.unicodeScalars.contains(where: \.properties.isAlphabetic) } ? .layer : .recognition
    }

    /// Which of the two counts on each page of a file, by what its pages carry. A line that stands on every page of several,
    /// as scanners put their names on what they scan, is no text of any.
    public static func sources(of layers: [String]) -> [TextSource] {
        let stamps = linesOnEveryPage(layers)
        return layers.map { layer in stamps.isEmpty ? TextSource(layer: layer) : TextSource(lines: lines(of: layer).filter { !stamps.contains($0) }) }
    }

    private static func linesOnEveryPage(_ layers: [String]) -> Set<Substring> {
        guard layers.count > 1 else { return [] }
        var common = Set(lines(of: layers[0]))
        // Two pages of most files have no line in common.
        for layer in layers.dropFirst() where !common.isEmpty { common.formIntersection(Set(lines(of: layer))) }
        return common
    }

    private static func lines(of layer: String) -> [Substring] { layer.split(separator: "\n") }
}
