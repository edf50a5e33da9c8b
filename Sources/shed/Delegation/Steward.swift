import ArgumentParser
import ShedControl
import ShedEngine
import ShedModel

/// Carries out the verbs of others inside the daemon: the same verbs, with the daemon's own projects.
enum Steward {
    static func carryOut(_ request: ControlRequest, _ projects: Daemon.Projects) -> ControlReply {
        let words = RawArguments.hoisted(request.arguments.map { RawArguments.text(of: $0) })
        guard let verb = (try? ShedCommand.parseAsRoot(words)) as? any Verb, verb.delegation != .never else {
            return .declined("this is not for the daemon")
        }
        let session: Session
        do {
            session = try Session(verb.global, verb: type(of: verb).actor, for: request, projects)
        } catch let error as Daemon.Declined { return .declined(error.reason) } catch { return .declined("\(error)") }
        do {
            let ending = try verb.perform(session)
            return reply(session, exitCode: ending == .findings ? 1 : 0)
        } catch let error as Daemon.Declined {
            return .declined(error.reason)
        } catch let question as Question {
            return .question(question.text)
        } catch {
            let exitCode = Shed.describe(error) { session.output.note($0) }
            return reply(session, exitCode: exitCode)
        }
    }

    private static func reply(_ session: Session, exitCode: Int32) -> ControlReply {
        try? session.output.flush()
        let kept = session.output.kept
        return .done(output: kept.output, errors: kept.errors, exitCode: exitCode)
    }
}

/// A verb that is carried out for somebody else needs a confirmation: nothing was done yet.
struct Question: Error {
    var text: String
}
