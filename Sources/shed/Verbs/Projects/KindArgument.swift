import ShedCommand
import ShedProject
import ShedModel

/// Turns KIND and `--language` into what they mean.
enum KindArgument {
    /// A shipped kind or one of the person's own by its name, or one by the path of its file, which ends in `.toml`.
    static func kind(_ argument: String, _ session: Session) throws(ShedError) -> Kind {
        let own = OwnKinds(session.surroundings)
        guard argument.hasSuffix(".toml") else { return try own.anyKind(named: argument) }
        let bytes = RawArguments.bytes(of: argument)
        return try own.parse(try own.bytes(PathReader.absolute(bytes, base: session.base)), bytes)
    }

    /// The language to name folders in.
    static func language(_ option: String?, _ surroundings: Surroundings) throws(ShedError) -> Language {
        do { return try Languages.chosen(option: option, environment: surroundings.environment) } catch { throw ShedError(error) }
    }
}
