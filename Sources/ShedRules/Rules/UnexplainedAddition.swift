import ShedMessages
import ShedModel

/// A file was found in a folder that fills by moves, and nobody saw how it came there.
///
/// It may have been made in Draft and moved in good faith while no daemon ran, so it is taken in with an ID and reported
/// until it is accepted or moved.
///
/// To cure it: `shed accept Ready/New.txt` lets it stay; `mv Ready/New.txt Draft/` moves it to another folder.
public enum UnexplainedAddition: Rule {
    public static let info = RuleInfo(
        "unexplained-addition", "PLC004", .warning,
        summary: "A file was found in a folder that fills by moves, and nobody saw how it came there.",
        cure: "Run “shed accept” to keep it there, or move it to another folder.")

    /// The message for what stands at a path.
    /// - Parameter isFirstLook: whether this machine has never looked at the project before, so that it came along, as with a clone.
    public static func message(at path: RelativePath, isFirstLook: Bool = false) -> Message {
        let command = "shed accept \(ShellWord.path(path))"
        return isFirstLook ? .cameAlong(command: command) : .unexplained(command: command)
    }
}
