/// A number before a name, by which an order shows in any file manager: `01 Storm.md`.
///
/// Only what reads like one: whether it is a number or the beginning of a title (`1984 Revisited.md`) is told by who wrote it.
public struct NumberPrefix: Hashable, Sendable {
    /// The most digits that are read, and that a number is written with.
    public static let mostDigits = 6

    public let number: Int
    /// In how many digits it is written.
    public let width: Int
    /// What follows the number and one blank: as it stands.
    public let title: Name

    /// `nil` for a name that does not begin with one to six digits, one blank and something behind it that could be a name of its own:
    /// no dot comes first. A title may begin with a blank, as a name may: else a number that was written before such a one were not known
    /// again, and would never go.
    public init?(_ name: Name) {
        let digits = name.bytes.prefix { $0 &- UInt8(ascii: "0") < 10 }
        let behind = name.bytes.dropFirst(digits.count)
        guard !digits.isEmpty, digits.count <= NumberPrefix.mostDigits, behind.first == UInt8(ascii: " "), let first = behind.dropFirst().first,
            first != UInt8(ascii: ".")
        else { return nil }
        number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        width = digits.count
        title = Name(bytes: Array(behind.dropFirst()))
    }

    /// A name with a number and a blank before it. The whole name follows, whatever it begins with.
    /// - Parameter width: in how many digits at least.
    /// - Returns: `nil` where that is no possible name, since it is too long.
    public static func name(_ number: Int, width: Int, _ title: Name) -> Name? {
        let digits = String(number)
        let zeros = String(repeating: "0", count: max(0, min(width, mostDigits) - digits.utf8.count))
        let name = Name(bytes: Array((zeros + digits + " ").utf8) + title.bytes)
        return name.isPossible ? name : nil
    }

    /// In how many digits numbers up to one are written: two at least.
    public static func width(upTo number: Int) -> Int { max(2, String(max(number, 0)).utf8.count) }
}
