/// An operation was stamped more than a day ahead of this clock.
///
/// The clock of the device that wrote it, or of this one, is wrong. The operation counts; it does not move this clock.
///
/// To cure it: set the clock (`timedatectl`). Nothing has to be mended in the project.
public enum FutureStamp: Rule {
    public static let info = RuleInfo(
        "future-stamp", "SID005", .warning,
        summary: "An operation was stamped more than a day ahead of this clock.",
        cure: "Set the clocks right; a new edit of the same thing always takes.")
}
