/// A folder of the template is hidden by a `.shed` of its own, or by another file system.
///
/// Nothing in it is looked at, so nothing in it is found either: what stands there may look as if all were well. What is known of it
/// keeps its IDs.
///
/// To cure it: if the folder is this project's own, take its `.shed` away, `mv Draft/.shed ~/foreign.shed`; unmount another file
/// system, `sudo umount Draft`.
public enum HiddenFolder: Rule {
    public static let info = RuleInfo(
        "hidden-folder", "PLC015", .error,
        summary: "A folder of the template is hidden by a .shed of its own, or by another file system.",
        cure: "Take its .shed away, if the folder is this project's own.")
}
