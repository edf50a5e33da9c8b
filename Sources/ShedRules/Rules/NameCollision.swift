import ShedMessages
import ShedModel

/// Two names in one folder must differ in more than case or Unicode normalisation.
///
/// Files and folders share one name space. On Windows, macOS and many USB sticks the two are one name, and a copy of
/// the project there would lose one of them. Of two new names the first in byte order stays.
/// Source: seed 000_2c496ac0bfb2bd17.txt, “Must be unique within parent folder (case-insensitive)”.
///
/// To cure it: `mv Draft/rain.TXT 'Draft/Rain again.txt'`; if it was refused, `mv Rejected/rain.TXT 'Draft/Rain
/// again.txt'`.
public enum NameCollision: Rule {
    public static let info = RuleInfo(
        "name-collision", "NAM002", .error,
        summary: "Two names in one folder must differ in more than case or Unicode normalisation.",
        cure: "Rename one of the two.")

    /// The message for a name that collides with another.
    public static func message(with other: Name) -> Message { .nameCollision(other: other.escaped) }

    /// The names of a list that collide, as pairs of positions: (the one that stays, the one that is too much).
    /// The earlier one in the list stays. Quick where all names are ASCII.
    public static func collisions(in names: [Name]) -> [(stays: Int, collides: Int)] {
        var first: [FoldKey: Int] = [:]
        first.reserveCapacity(names.count)
        var result: [(stays: Int, collides: Int)] = []
        for (position, name) in names.enumerated() {
            let key = FoldKey(name)
            if let earlier = first[key] { result.append((earlier, position)) } else { first[key] = position }
        }
        return result
    }
}
