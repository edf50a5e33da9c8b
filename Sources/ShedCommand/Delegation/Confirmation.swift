import Glibc
import ShedProject

/// Asks the person.
enum Confirmation {
    /// - Throws: ``ShedError`` where there is nobody to ask, or the answer is no.
    static func ask(_ question: String) throws(ShedError) {
        guard isatty(STDIN_FILENO) == 1 else {
            throw ShedError(.usage, "\(Sentence.uncapped(question)) needs a confirmation, and there is no terminal to ask on", remedy: "Add --yes to confirm.")
        }
        guard isAnsweredYes(question) else { throw ShedError(.refused, "nothing was done", remedy: "You did not confirm it.") }
    }

    /// Whether the person takes an offer; not where there is nobody to ask.
    static func isTaken(_ offer: String) -> Bool { isatty(STDIN_FILENO) == 1 && isAnsweredYes(offer) }

    private static func isAnsweredYes(_ question: String) -> Bool {
        var prompt = Array("\(question)? [y/N] ".utf8)
        _ = write(STDERR_FILENO, &prompt, prompt.count)
        let answer = readLine(strippingNewline: true)?.lowercased() ?? ""
        return answer == "y" || answer == "yes"
    }
}
