import ShedModel

/// A project of another program, read and checked: plain values, of which nothing is written yet.
public struct ForeignProject: Hashable, Sendable {
    public var format: ForeignFormat
    /// What it calls itself; the name of its folder where it says nothing. May hold anything.
    public var title: String
    /// In their order.
    public var items: [ForeignItem]
    /// Of the project itself, and not of what is in it.
    public var tags: [ForeignTag] = []
    /// A text about it; `nil` where the source has none.
    public var details: String?
    public var losses: ForeignLosses

    public init(_ format: ForeignFormat, title: String, items: [ForeignItem], losses: ForeignLosses = ForeignLosses()) {
        (self.format, self.title, self.items, self.losses) = (format, title, items, losses)
    }

    /// How many files and folders it has.
    public var count: Int { items.reduce(0) { $0 + $1.count } }

    /// Whether the order of items is the source's own, and not that of their names.
    public var isOrdered: Bool { format.hasOrder }
}

/// Whose project it is.
public enum ForeignFormat: String, Hashable, Sendable, CaseIterable {
    case scrivener, novelWriter, manuskript, longform, papis, tagSpaces, zotero, documents

    /// As the program calls itself; `nil` for a plain folder.
    public var program: String? {
        switch self {
        case .scrivener: "Scrivener"
        case .novelWriter: "novelWriter"
        case .manuskript: "Manuskript"
        case .longform: "Longform"
        case .papis: "Papis"
        case .tagSpaces: "TagSpaces"
        case .zotero: "Zotero"
        case .documents: nil
        }
    }

    /// Whether it keeps an order of its own.
    public var hasOrder: Bool {
        switch self {
        case .scrivener, .novelWriter, .manuskript, .longform: true
        case .papis, .tagSpaces, .zotero, .documents: false
        }
    }
}
