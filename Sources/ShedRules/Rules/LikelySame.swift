import ShedMessages
import ShedModel

/// A file came when another vanished, and is likely to be it.
///
/// A file that was saved as a new one and renamed before anybody looked is known by nothing: neither its path, nor the file, nor
/// the content is the same. So it has a new ID, and its tags stay with the one that is missing. shed does not guess, but says
/// what is likely: the same sort of file, in the same folder or under the same name, and at least half of it alike.
///
/// To cure it: `shed relink --likely --yes` joins what is likely; without `--yes` it asks about each. If it is another file,
/// `shed forget ID` gives up the missing one.
public enum LikelySame: Rule {
    public static let info = RuleInfo(
        "likely-pair", "IDN003", .note,
        summary: "A file came when another vanished, and is likely to be it.",
        cure: "Join them with “shed relink --likely”, or give up the missing one with “shed forget”.")

    /// - Parameters:
    ///   - former: the path that the missing one had, safe to show.
    ///   - likeness: in percent; `nil` where nobody knows what was in the other one.
    public static func message(former: String, likeness: Int?) -> Message {
        likeness.map { .likely(former: former, likeness: $0) } ?? .likelyUnlooked(former: former)
    }
}
