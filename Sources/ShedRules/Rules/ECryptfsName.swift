import ShedModel

/// A name should have at most 143 bytes, which is what encrypted homes and shares of the eCryptfs kind hold.
///
/// eCryptfs, which older Ubuntu homes and encrypted shared folders of Synology use, needs the rest of the 255 bytes for
/// the encryption of the name. A copy there fails. A name of more than 240 bytes is reported by `long-name` instead.
///
/// To cure it: if the project is ever to stand there, give it a shorter name: `shed mv Draft/ああ* 'Draft/Song'`.
public enum ECryptfsName: Rule {
    public static let info = RuleInfo(
        "ecryptfs-name", "PRT003", .note,
        summary: "A name should have at most 143 bytes, which is what encrypted homes and shares of the eCryptfs kind hold.",
        cure: "Give it a shorter name, if the project is ever to stand there.")

    /// The longest name that eCryptfs holds, in bytes.
    public static let longest = 143
}
