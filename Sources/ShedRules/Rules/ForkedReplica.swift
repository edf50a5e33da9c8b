/// Two batches of one device bear the same number.
///
/// The machine was cloned, or an older state of it was put back, and both wrote under one ID. All of it counts, in the order of
/// its stamps; only, of such a device nobody can say any more what it knew when it wrote.
///
/// To cure it: nothing has to be done. `shed devices` lists what was written under the ID; a device that finds such batches
/// of its own takes another ID with the next thing that it writes. When nobody writes under the ID any more,
/// `shed devices retire ID` says so, which ends the finding.
public enum ForkedReplica: Rule {
    public static let info = RuleInfo(
        "forked-replica", "SID010", .note,
        summary: "Two batches of one device bear the same number.",
        cure: "Run “shed devices”; once nobody writes under that ID any more, “shed devices retire ID” ends the finding.")
}
