import ShedRules

/// Albums hold images only.
///
/// An image is told by how its file begins, whatever it is called. shed never changes such a file: one that is added and
/// is none is refused.
///
/// To cure it: convert the file, or put it somewhere else.
enum NotAnImage: Rule {
    static let info = RuleInfo(
        "not-an-image", "PHO001", .error,
        summary: "Albums hold images only.",
        cure: "Convert the file, or put it somewhere else.")

    static let manual = RuleEntry(
        why: ["An image is told by how its file begins, whatever it is called."], cure: "Convert the file, or put it somewhere else.",
        fails: "# A text that is called an image.\nkind photos\nfolder Albums/Summer\nsync\nfile Albums/Summer/x.jpg \"text\"\n",
        says: ["Albums/Summer/x.jpg: error: Its first bytes are not those of an image (jpeg, png). [PHO001 not-an-image]"],
        passes: "# An image.\nkind photos\nfolder Albums/Summer\nsync\nfile Albums/Summer/x.jpg \"\\xff\\xd8\\xff\"\n")

    static func message(_ formats: [ImageFormat]) -> String {
        "Its first bytes are not those of an image (\(formats.map(\.rawValue).joined(separator: ", ")))."
    }
}
