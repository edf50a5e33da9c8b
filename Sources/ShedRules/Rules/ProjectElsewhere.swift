/// The same project stands at another place of this machine too.
///
/// That is meant where the other is a clone or a synced replica: the two share their IDs and tell each other what
/// changed. A copy that is to go its own way needs IDs of its own. Only projects in which a verb was run before are known.
///
/// To cure it: `shed adopt DIR --as copy` makes one of the two, DIR, a project of its own. If both are to be one
/// project: `shed adopt . --as replica` says so, and it is no longer reported there.
public enum ProjectElsewhere: Rule {
    public static let info = RuleInfo(
        "project-elsewhere", "SID008", .note,
        summary: "The same project stands at another place of this machine too.",
        cure: "Say what it is with “shed adopt DIR --as copy” or “--as replica”.")
}
