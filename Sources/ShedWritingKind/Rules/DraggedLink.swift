import ShedRules

/// A link in a folder of texts does not stand for a text.
///
/// Who drags or pastes something out of All in a file manager gets its link, not the text: the text stays where it is, and the link is
/// nothing to shed, though programs show it like a file. So a poem that was dragged from All to Published is not published. Only links
/// to texts in Draft, Ready, Set Aside and Published are looked at that stand in one of these folders.
///
/// To cure it: `rm Published/Ode.txt`, and then `shed mv Draft/Ode.txt Published`.
public enum DraggedLink: Rule {
    public static let info = RuleInfo(
        "dragged-link", "WRT020", .note,
        summary: "A link in a folder of texts does not stand for a text.",
        cure: "Remove the link, and move the text itself with “shed mv”.")
}
