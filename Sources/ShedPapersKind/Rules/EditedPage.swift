import ShedRules

/// A page's file is made from its bundle, and not edited.
///
/// It shows one page of the bundle, and is made anew when it was changed. The edit is kept in Rejected.
/// Source: seed 004_874d967c4a34cac1.txt, Page: “Logical unit referring to exactly one page within one PDFBundle”.
///
/// To cure it: nothing has to be done for the page: `shed sync`, or the daemon, makes its file anew, and what was
/// written into it is then in Rejected. To keep the change, make it in the bundle, `xdg-open
/// Bundles/Calculus/display.pdf`, and save; the pages are then made from that.
public enum EditedPage: Rule {
    public static let info = RuleInfo(
        "edited-page", "PAP010", .error,
        summary: "A page's file is made from its bundle, and not edited.",
        cure: "Make the change in the bundle's display.pdf; what is written into a page goes to Rejected, and the page is made anew.")

    static let message = "It is not the file that was made from its bundle."
    /// The same with what becomes of it.
    static let messageOfWaiting = "It is not the file that was made from its bundle; “shed sync” makes that anew, and moves this one to Rejected."
}
