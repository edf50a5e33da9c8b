import ShedRules

/// A PDF that was put into a papers project is taken in when it is looked into.
///
/// That takes longer than a look at the names, so it is done by `shed sync`, by the verbs for papers, and by the daemon
/// as soon as all has been quiet for a while. Where a program that it needs is not installed, it waits for that, and the
/// message names the package. One that looks damaged waits while a program has it open for writing. One whose end is missing
/// may still be on its way: a daemon leaves it alone until nothing has come to it for five times `quiet` (10 s). What stood there
/// when the project was adopted has the right to stay as it is, and is left until somebody asks: one note names all of it.
///
/// To cure it: `shed sync`; for what stood there at the adoption, `shed sync --convert`.
public enum WaitingPDF: Rule {
    public static let info = RuleInfo(
        "waiting-pdf", "PAP013", .note,
        summary: "A PDF that was put into a papers project is taken in when it is looked into.",
        cure: "Run “shed sync”; for what stood there at the adoption, “shed sync --convert”.")

    public static let message = "“shed sync” looks into it and takes it in."
}
