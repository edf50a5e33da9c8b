/// The names of tags are unique in their group, and those of variables in the project.
///
/// Two devices that had not heard of each other made the same name: the younger one counts as a second name of the older.
/// Source: seed 004_874d967c4a34cac1.txt, “Unique Constraints”.
///
/// To cure it: nothing has to be done. The next change of a tag, a group or a variable, such as `shed tag change urgent
/// --hue orange`, joins them for good and ends the finding. If they are to be two, make the second one anew, `shed
/// tag new later`, and give it to what it is for, `shed tag add later Draft/Ode.txt`.
public enum DoubledLabel: Rule {
    public static let info = RuleInfo(
        "doubled-label", "TAG003", .note,
        summary: "The names of tags are unique in their group, and those of variables in the project.",
        cure: "Nothing has to be done; the next change of a tag or variable joins them for good. If they are to be two, make the second one anew under another name.")
}
