import Glibc
import ShedMessages
import ShedProject

/// Asks the person.
enum Confirmation {
    /// - Throws: ``ShedError`` where there is nobody to ask, or the answer is no.
    static func ask(_ question: String, _ catalogue: Catalogue) throws(ShedError) {
        guard isatty(STDIN_FILENO) == 1 else {
            throw ShedError(.usage, .needsConfirmation(question: question), remedy: .addYes)
        }
        guard isAnsweredYes(question, catalogue) else { throw ShedError(.refused, .nothingDone, remedy: .notConfirmed) }
    }

    /// Whether the person takes an offer; not where there is nobody to ask.
    static func isTaken(_ offer: String, _ catalogue: Catalogue) -> Bool { isatty(STDIN_FILENO) == 1 && isAnsweredYes(offer, catalogue) }

    /// Whether an answer is yes, in English or in the language of the question.
    static func isYes(_ answer: String, _ catalogue: Catalogue) -> Bool {
        ["y", "yes"].contains(answer) || catalogue.text(.yesWords).split(separator: " ").contains { $0 == answer }
    }

    private static func isAnsweredYes(_ question: String, _ catalogue: Catalogue) -> Bool {
        Output.prompt(catalogue.text(.prompt(question: question)))
        let answer = readLine(strippingNewline: true)?.lowercased() ?? ""
        return isYes(answer, catalogue)
    }
}
