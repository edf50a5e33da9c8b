import ShedProject

/// Says in words for people what a verb failed with.
enum ErrorMessage {
    /// - Parameters:
    ///   - style: of the verb, where it is known.
    ///   - note: takes the line.
    /// - Returns: the exit code.
    static func tell(_ error: any Error, _ style: Style?, _ note: (String) -> Void) -> Int32 {
        let error = error as? ShedError ?? ShedError(error)
        let sentence = sentence(error)
        note("shed: \(style?.advice(sentence) ?? sentence)")
        return error.exitCode
    }

    private static func sentence(_ error: ShedError) -> String {
        let unsaid = error.unsaidRemedy
        guard !unsaid.isEmpty else { return error.message }
        let message = ended(error.message)
        let remedy = ended(unsaid)
        return message + " " + remedy.prefix(1).uppercased() + remedy.dropFirst()
    }

    private static func ended(_ text: String) -> String { text.last.map { ".!?".contains($0) } == true ? text : text + "." }
}
