/// What is drawn on a folder for a symbol that templates name, one of Apple's SF Symbols: lines in a square of 24 by 24.
///
/// Only symbols that are known here are drawn: nothing of what a template says gets into a file or its name.
struct FolderGlyph: Hashable, Sendable {
    /// By which its pictures are called.
    let name: String
    /// The `d` of a path (SVG 1.1, 8.3).
    let path: String

    private init(_ name: String, _ path: String) { (self.name, self.path) = (name, path) }

    /// - Returns: `nil` for a symbol that is not known.
    init?(symbol: String) {
        guard let known = FolderGlyph.known[symbol] else { return nil }
        self = known
    }

    /// The symbol of the folder for what was refused, which no template has.
    static let rejectedSymbol = "exclamationmark.triangle"

    private static let sheets = FolderGlyph("sheets", "M8 2h8l4 4v12H8z M8 6H4v16h12v-4")

    private static let known: [String: FolderGlyph] = [
        "globe": FolderGlyph("globe", "M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0 M3 12h18 M12 3c-5 5-5 13 0 18 M12 3c5 5 5 13 0 18"),
        "doc.badge.ellipsis": FolderGlyph("draft", "M6 2h9l4 4v16H6z M9.5 15v.2 M12.5 15v.2 M15.5 15v.2"),
        "checkmark.circle": FolderGlyph("ready", "M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0 M8 12.5l3 3l5-6.5"),
        "archivebox": FolderGlyph("box", "M3 4h18v5H3z M5 9v11h14V9 M10 13h4"),
        "book.circle": FolderGlyph("open-book", "M12 6c-3-2-6-2-9-1v14c3-1 6-1 9 1c3-2 6-2 9-1V5c-3-1-6-1-9 1z M12 6v14"),
        "books.vertical": FolderGlyph("books", "M3 3h5v18H3z M8 3h5v18H8z M15 4.5l4-1l4 17l-4 1z"),
        "paperplane": FolderGlyph("plane", "M21 3L3 11l7 3l3 7z M10 14L21 3"),
        "magnifyingglass": FolderGlyph("glass", "M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0 M15 15l6 6"),
        "magazine": FolderGlyph("magazine", "M4 3h16v18H4z M8 7h8 M8 11h8 M8 15h5"),
        "medal": FolderGlyph("medal", "M7 8a5 5 0 1 0 10 0a5 5 0 1 0 -10 0 M9 12.500l-2 9l5-3l5 3l-2-9"),
        "person.2": FolderGlyph("people", "M5.500 8a3.500 3.500 0 1 0 7 0a3.500 3.500 0 1 0 -7 0 M2 20c0-5 3-7 7-7s7 2 7 7 M16 4.500a3.500 3.500 0 0 1 0 7 M18 13.500c2.500 1 4 3 4 6.500"),
        "tray": FolderGlyph("tray", "M3 13l3-8h12l3 8v7H3z M3 13h5l1.500 3h5L16 13h5"),
        "trash": FolderGlyph("trash", "M4 6h16 M9 6V3h6v3 M6 6l1 15h10l1-15 M10 10v7 M14 10v7"),
        "book.closed.fill": FolderGlyph("book", "M7 3h12v18H7a2.500 2.500 0 0 1 0-5h12 M4.500 18.500V5.500A2.500 2.500 0 0 1 7 3"),
        "document.on.document": sheets,
        "doc.on.doc": sheets,
        "document.badge.plus": FolderGlyph("sheet", "M6 2h9l4 4v16H6z M12.500 10v7 M9 13.500h7"),
        "person.circle": FolderGlyph("person", "M8 8a4 4 0 1 0 8 0a4 4 0 1 0 -8 0 M4 21c0-5 3-8 8-8s8 3 8 8"),
        "mountain.2": FolderGlyph("mountains", "M2 20L9 6l5 9l2-3l6 8z"),
        rejectedSymbol: FolderGlyph("refused", "M12 3L2 21h20z M12 10v5 M12 18v.2"),
    ]

    /// Those that there are.
    static var symbols: [String] { known.keys.sorted() }
}
