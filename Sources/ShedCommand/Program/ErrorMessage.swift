import ShedMessages
import ShedModel
import ShedProject

/// Says in words for people what a verb failed with.
enum ErrorMessage {
    /// - Parameters:
    ///   - style: of the verb, where it is known.
    ///   - note: takes the line.
    /// - Returns: the exit code.
    static func tell(_ error: any Error, _ style: Style?, _ note: (String) -> Void) -> Int32 {
        let error = error as? ShedError ?? ShedError(error)
        let sentence = sentence(error, style?.catalogue ?? Catalogue.of(Language.wanted(in: Session.environment())))
        note("shed: \(style?.advice(sentence) ?? sentence)")
        return error.exitCode
    }

    private static func sentence(_ error: ShedError, _ catalogue: Catalogue) -> String {
        let message = catalogue.text(error.words)
        let unsaid = ShedError.unsaid(catalogue.text(error.advice), after: message)
        guard !unsaid.isEmpty else { return message }
        let remedy = ended(unsaid, catalogue)
        return catalogue.text(.errorAndRemedy(message: ended(message, catalogue), remedy: remedy.prefix(1).uppercased() + remedy.dropFirst()))
    }

    private static func ended(_ text: String, _ catalogue: Catalogue) -> String {
        text.last.map { ".!?。？".contains($0) } == true ? text : text + catalogue.text(.fullStop)
    }
}
