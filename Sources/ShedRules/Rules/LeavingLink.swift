/// A symbolic link leads out of the project.
///
/// Links are never nodes: shed does not follow, move or judge them. A copy or a sync of the project will not hold what
/// this one points to.
///
/// To cure it: `cp --remove-destination "$(readlink Research/hosts)" Research/hosts`, or `rm Research/hosts`.
public enum LeavingLink: Rule {
    public static let info = RuleInfo(
        "leaving-link", "PLC006", .warning,
        summary: "A symbolic link leads out of the project.",
        cure: "Replace it by a copy of the file, or name it in .shedignore.")
}
