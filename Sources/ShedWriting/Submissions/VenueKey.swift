import ShedModel

/// What two names of a venue have in common that mean the same: `Magazines/Granta` and `Granta`.
public struct VenueKey: Hashable, Sendable {
    private let names: [FoldKey]

    /// - Parameter text: the path of a folder, or a name.
    public init(_ text: String) {
        names = text.utf8.split(separator: UInt8(ascii: "/")).prefix(VenueKey.deepest).map { FoldKey($0) }
    }

    private static let deepest = RelativePath.deepest

    /// The last name alone, by which venues may be looked up.
    public var last: FoldKey? { names.last }

    /// Whether one of the two is the end of the other.
    public func fits(_ other: VenueKey) -> Bool {
        guard !names.isEmpty, !other.names.isEmpty else { return false }
        return zip(names.reversed(), other.names.reversed()).allSatisfy { $0 == $1 }
    }
}
