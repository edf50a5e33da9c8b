/// A folder of the project is a project itself, or another file system.
///
/// It is left alone: not entered, not moved, and what is in it are no nodes of this project.
///
/// To cure it: move it beside this project, `mv Inner ../`; unmount another file system, `sudo umount Inner`. Or let it
/// be: `echo /Inner/ >> .shedignore`.
public enum NestedProject: Rule {
    public static let info = RuleInfo(
        "nested-project", "PLC010", .warning,
        summary: "A folder of the project is a project itself, or another file system.",
        cure: "Move it beside this project.")
}
