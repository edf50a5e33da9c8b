/// A folder cannot be read.
///
/// What is in it is unknown, and is never taken for deleted. Its nodes keep their IDs until it can be read again. So it is
/// of a folder that is deeper than 255 folders, or whose path from the project's root has more than 4,095 bytes
/// (PATH_MAX): it is not looked into.
///
/// To cure it: `chmod u+rwx Research`; if the folder belongs to another user, `sudo chown "$USER" Research` first. What is too
/// deep, move further up.
public enum UnreadableEntry: Rule {
    public static let info = RuleInfo(
        "unreadable-entry", "PLC009", .error,
        summary: "A folder cannot be read.",
        cure: "Give yourself permission to read it, for instance with “chmod u+rx”.")
}
