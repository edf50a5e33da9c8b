/// A folder of the template is not there.
///
/// Template folders may be deleted. A new folder that bears the name takes the role again where the template has it: at the root,
/// or in the folder of the role that it belongs in. Those that nobody deleted on this machine, as after a git clone or checkout,
/// come back with the IDs that they had by “shed repair --folders” or “shed check --fix”. “shed repair --folders --deleted” makes
/// those that were deleted, too; what lies in Trash, “shed restore” puts back.
///
/// To cure it: `shed repair --folders --deleted`, or `mkdir Other`, if you want it back.
public enum MissingTemplateFolder: Rule {
    public static let info = RuleInfo(
        "missing-template-folder", "TPL001", .note,
        summary: "A folder of the template is not there.",
        cure: "Make a folder of that name where the template has it if you want it back.")
}
