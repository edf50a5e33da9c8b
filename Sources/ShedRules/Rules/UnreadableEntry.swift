/// A folder cannot be read.
///
/// What is in it is unknown, and is never taken for deleted. Its nodes keep their IDs until it can be read again.
///
/// To cure it: `chmod u+rwx Research`; if the folder belongs to another user, `sudo chown "$USER" Research` first.
public enum UnreadableEntry: Rule {
    public static let info = RuleInfo(
        "unreadable-entry", "PLC009", .error,
        summary: "A folder cannot be read.",
        cure: "Give yourself permission to read it, for instance with “chmod u+rx”.")
}
