/// Part of .shedignore is not read.
///
/// At most 256 KiB, 10,000 patterns and 4,096 bytes a pattern are read, and 4,096 bytes together of those patterns for names
/// that have to be tried, other than `Scans`, `*.log` and `Draft*`; as much of such for paths. What a pattern beyond that would
/// ignore is taken in and judged. Nothing is read where a folder, a link or a special file stands in the place of the file; a line that is not
/// UTF-8 fits only names with just its bytes.
///
/// To cure it: keep the file short: one `Scans/` stands for all that is in that folder, one `*.log` for many names.
/// Where a folder, a link or a special file stands in its place, move that away, `mv .shedignore ~/`, and write a file.
/// Where a line is not UTF-8: `iconv -f latin1 -t utf8 .shedignore > .shedignore.new && mv .shedignore.new
/// .shedignore`.
public enum UnreadIgnoreRule: Rule {
    public static let info = RuleInfo(
        "unread-ignore-rule", "SID009", .warning,
        summary: "Part of .shedignore is not read.",
        cure: "Shorten the file: one pattern can stand for many names.")
}
