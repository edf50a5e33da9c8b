/// A folder of the template is not there.
///
/// Template folders may be deleted. A new folder at the root that bears the name takes the role again. Those that nobody
/// deleted on this machine, as after a git clone or checkout, come back with the IDs that they had by “shed repair --folders” or
/// “shed check --fix”. “shed repair --folders --deleted” makes those that were deleted, too; what lies in Trash, “shed restore”
/// puts back.
///
/// To cure it: `shed repair --folders --deleted`, or `mkdir Other`, if you want it back.
public enum MissingTemplateFolder: Rule {
    public static let info = RuleInfo(
        "missing-template-folder", "TPL001", .note,
        summary: "A folder of the template is not there.",
        cure: "Make a folder of that name at the root if you want it back.")
}
