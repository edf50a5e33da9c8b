/// Something has an ID and is ignored.
///
/// A pattern in .shedignore covers it, but it was taken in before. shed no longer looks at it: with the next “shed sync” it
/// is missing for shed, though it is there. Its ID and what is known of it are kept and come back with it.
///
/// To cure it: take the pattern back: `echo '!Draft/Notes.log' >> .shedignore`. Or, if shed is not to know the file,
/// move it to a folder outside of the project: `mv Draft/Notes.log ~/`.
public enum IgnoredButTracked: Rule {
    public static let info = RuleInfo(
        "ignored-but-tracked", "IDN002", .warning,
        summary: "Something has an ID and is ignored.",
        cure: "Change .shedignore, or move it out of the project.")
}
