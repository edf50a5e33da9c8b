import ShedModel

/// What file managers show of a folder in place of their own picture: its symbol, on a folder of its colour.
public struct FolderPicture: Hashable, Sendable {
    private let glyph: FolderGlyph?
    /// `nil`: that of all folders.
    public let colour: Colour?
    /// Whether something waits in it that a person is to look at.
    public let isWaiting: Bool

    /// - Parameter symbol: as a template names it; one that is not known is not drawn.
    /// - Returns: `nil` for a folder that would look like any.
    public init?(symbol: String, colour: Colour?) {
        guard FolderGlyph(symbol: symbol) != nil || colour != nil else { return nil }
        (glyph, self.colour, isWaiting) = (FolderGlyph(symbol: symbol), colour, false)
    }

    private init(_ glyph: FolderGlyph?, isWaiting: Bool) { (self.glyph, colour, self.isWaiting) = (glyph, nil, isWaiting) }

    /// The picture of the folder for what was refused.
    public static func rejected(isWaiting: Bool) -> FolderPicture {
        FolderPicture(FolderGlyph(symbol: FolderGlyph.rejectedSymbol), isWaiting: isWaiting)
    }

    /// What tells it from others, as a part of a file's name.
    public var name: String {
        [glyph?.name ?? "plain", colour.map { String($0.description.dropFirst()) }, isWaiting ? "waiting" : nil].compactMap(\.self).joined(separator: "-")
    }

    /// Emblems of it, for file managers that show no picture of a folder's own. That something waits comes first: some show one alone.
    var emblems: [String] { (isWaiting ? [FolderPicture.waitingEmblem] : []) + (symbolEmblem.map { [$0] } ?? []) }

    private var symbolEmblem: String? {
        glyph.map { "\(FolderPicture.emblemPrefix)\($0.name)" + (colour.map { "-\($0.description.dropFirst())" } ?? "") }
    }

    /// What the names of our emblems begin with.
    static let emblemPrefix = "emblem-shed-"
    static let waitingEmblem = emblemPrefix + "waiting"

    // MARK: Drawing

    /// The colour of folders whose template names none, and of emblems.
    private static let plain = "#5b8db8"
    private static let alarm = "#d9480f"

    /// A bright colour is drawn on in black.
    private var ink: String {
        guard let colour else { return "#ffffff" }
        let (red, green, blue) = (colour.rawValue >> 16 & 0xff, colour.rawValue >> 8 & 0xff, colour.rawValue & 0xff)
        return red * 299 + green * 587 + blue * 114 > 170_000 ? "#222222" : "#ffffff"
    }

    private var fill: String { colour?.description ?? FolderPicture.plain }

    private func lines(_ glyph: FolderGlyph, at place: String, width: String) -> String {
        "<path transform=\"\(place)\" fill=\"none\" stroke=\"\(ink)\" stroke-width=\"\(width)\" stroke-linecap=\"round\" stroke-linejoin=\"round\" d=\"\(glyph.path)\"/>\n"
    }

    private static let mark = "<path fill=\"none\" stroke=\"#ffffff\" stroke-width=\"4\" stroke-linecap=\"round\" d=\"M50 44v6 M50 56v.2\"/>\n"

    /// The picture of a folder (SVG 1.1): plain shapes, which all that draw SVG know.
    public var drawing: String {
        FolderPicture.frame(
            """
            <path fill="\(fill)" d="M5 16a4 4 0 0 1 4-4h15l6 6h25a4 4 0 0 1 4 4v8H5z"/>
            <path fill="#000000" fill-opacity="0.25" d="M5 16a4 4 0 0 1 4-4h15l6 6h25a4 4 0 0 1 4 4v8H5z"/>
            <path fill="\(fill)" d="M5 23h54v29a4 4 0 0 1 -4 4H9a4 4 0 0 1 -4 -4z"/>

            """ + (glyph.map { lines($0, at: "translate(19.4 26.4) scale(1.05)", width: "2") } ?? "")
                + (isWaiting ? "<path fill=\"\(FolderPicture.alarm)\" stroke=\"#ffffff\" stroke-width=\"2\" d=\"M38 50a12 12 0 1 0 24 0a12 12 0 1 0 -24 0\"/>\n" + FolderPicture.mark : ""))
    }

    /// The pictures of ``emblems``, by their names.
    var emblemDrawings: [(name: String, drawing: String)] {
        var result: [(name: String, drawing: String)] = []
        if let glyph, let name = symbolEmblem {
            result.append((name, FolderPicture.frame("<path fill=\"\(fill)\" stroke=\"#ffffff\" stroke-width=\"3\" d=\"M3 32a29 29 0 1 0 58 0a29 29 0 1 0 -58 0\"/>\n" + lines(glyph, at: "translate(14 14) scale(1.5)", width: "2.5"))))
        }
        if isWaiting {
            let disc = "<path fill=\"\(FolderPicture.alarm)\" stroke=\"#ffffff\" stroke-width=\"3\" d=\"M3 32a29 29 0 1 0 58 0a29 29 0 1 0 -58 0\"/>\n"
            let sign = "<path fill=\"none\" stroke=\"#ffffff\" stroke-width=\"8\" stroke-linecap=\"round\" d=\"M32 15v19 M32 48v.5\"/>\n"
            result.append((FolderPicture.waitingEmblem, FolderPicture.frame(disc + sign)))
        }
        return result
    }

    private static func frame(_ shapes: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- Drawn by shed for file managers; “shed icons off” takes it away. -->
        <svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64">
        \(shapes)</svg>

        """
    }
}
