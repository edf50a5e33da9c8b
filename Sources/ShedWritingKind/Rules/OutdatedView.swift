import ShedModel
import ShedRules

/// What was compiled is as new as what it was compiled from.
///
/// A chapter was changed, moved, added or removed, or the profile was, or an image that a document holds, since the manuscript was compiled.
/// shed compares what it saw of the files then with what is there now and reads none of them; on a machine that has not compiled it, it
/// says nothing.
///
/// To cure it: `shed compile`.
public enum OutdatedView: Rule {
    public static let info = RuleInfo(
        "outdated-view", "WRT001", .note,
        summary: "What was compiled is as new as what it was compiled from.",
        cure: "Compile it anew with “shed compile”.")

    /// - Parameters:
    ///   - gone: whether files came, went or moved, and not only changed.
    ///   - path: the first that changed.
    static func message(gone: Bool, _ path: RelativePath?) -> String {
        guard !gone, let path else { return "It was compiled before its parts were added, removed or put in another order." }
        return "It was compiled before \(path) was last changed."
    }
}
