/// A FIFO, socket or device stands in the project.
///
/// It is no document: it is never a node, never moved and never opened.
///
/// To cure it: `rm Research/pipe`, or `mv Research/pipe ~/`; or let it be: `echo /Research/pipe >> .shedignore`.
public enum SpecialFile: Rule {
    public static let info = RuleInfo(
        "special-file", "PLC008", .warning,
        summary: "A FIFO, socket or device stands in the project.",
        cure: "Move it out of the project, or name it in .shedignore.")
}
