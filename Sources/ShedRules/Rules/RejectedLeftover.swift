/// Something was refused and waits in Rejected.
///
/// It is safe there under its own name. “shed status” says why it was refused and where it came from.
///
/// To cure it: `mv Rejected/shopping.txt Research/`, or `shed accept Rejected/shopping.txt --to Research`, also where
/// Research does not accept it. Rejected goes away when it is empty.
public enum RejectedLeftover: Rule {
    public static let info = RuleInfo(
        "rejected-leftover", "PLC011", .note,
        summary: "Something was refused and waits in Rejected.",
        cure: "Drag it to a folder that accepts it, or run “shed accept”.")
}
