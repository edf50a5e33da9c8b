/// Why the words of a document are not counted: what follows its path in a sentence, such as `is no zip archive`.
public struct OfficeError: Error, Hashable, Sendable {
    public var reason: String

    public init(_ reason: String) { self.reason = reason }

    static let notZip = OfficeError("is no zip archive, as such a document is")
    static let damaged = OfficeError("is damaged")
    static let overlapping = OfficeError("holds parts that overlap")
    static let encrypted = OfficeError("is encrypted")
    static let tooLarge = OfficeError("holds more than \(OfficeLimits.whole >> 20) MiB")
    static let tooDense = OfficeError("unpacks to more than \(OfficeLimits.ratio) times its size")
    static let notDocument = OfficeError("holds no text where such a document has it")
}

/// How much of a document is read at most, whatever it claims to hold.
enum OfficeLimits {
    /// Of all parts that are read, unpacked, in bytes.
    static let whole = 64 << 20
    /// Unpacked for packed bytes of a part of more than ``dense`` bytes; written text comes to a tenth of that.
    static let ratio = 200
    static let dense = 8 << 20
    /// The list of parts: their number, and bytes.
    static let parts = 10_000
    static let directory = 4 << 20
    /// Elements within each other.
    static let depth = 2_000
    /// A text between two tags, in bytes.
    static let run = 16 << 20
    /// Styles, lists, notes: so many of each are known apart.
    static let definitions = 20_000
}
