/// An operation was stamped more than a day ahead of this clock.
///
/// The clock of the device that wrote it, or of this one, is wrong. The operation counts; it does not move this clock.
///
/// To cure it: set the clock; `timedatectl` shows whether it is right, `sudo timedatectl set-ntp true` lets the network
/// set it. Nothing has to be mended in the project: a new edit of the same thing, such as `shed mv Draft/Rain.txt
/// Draft/Storm.txt`, always counts, and the finding ends with that or when the time has come.
public enum FutureStamp: Rule {
    public static let info = RuleInfo(
        "future-stamp", "SID005", .warning,
        summary: "An operation was stamped more than a day ahead of this clock.",
        cure: "Set the clocks right; a new edit of the same thing always takes.")
}
