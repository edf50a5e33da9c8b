/// A symbolic link leads out of the project.
///
/// Links are never nodes: shed does not follow, move or judge them. A copy or a sync of the project will not hold what
/// this one points to.
///
/// To cure it: put a copy in its place: `cp --remove-destination "$(readlink -f Research/hosts)" Research/hosts`. Or
/// remove it: `rm Research/hosts`. Or let it be: `echo /Research/hosts >> .shedignore`.
public enum LeavingLink: Rule {
    public static let info = RuleInfo(
        "leaving-link", "PLC006", .warning,
        summary: "A symbolic link leads out of the project.",
        cure: "Replace it by a copy of the file, or name it in .shedignore.")
}
