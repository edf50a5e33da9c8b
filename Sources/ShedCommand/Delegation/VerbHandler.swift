import ShedControl
import ShedProject

/// Carries out the verbs of others in this process: the same verbs, with projects that are open here.
package struct VerbHandler {
    private let program: Program

    package init(_ program: Program) { self.program = program }

    /// The directory that the verb of a request works in, by its words alone: an absolute path, in which links may stand.
    package func place(_ request: ControlRequest) -> [UInt8] {
        // Only `-C` names another one than where it was made; to read the command line for it costs more than to look for the letter.
        let mayName = request.arguments.contains { $0.first == UInt8(ascii: "-") && $0.dropFirst().first != UInt8(ascii: "-") && $0.contains(UInt8(ascii: "C")) }
        guard mayName, let directory = program.verb(request.arguments.map { RawArguments.text(of: $0) })?.global.directory else { return request.directory }
        let path = PathReader.absolute(RawArguments.bytes(of: directory), base: request.directory)
        let names = PathReader.names(of: path)
        return names.isEmpty ? [UInt8(ascii: "/")] : names.reduce(into: []) { $0 += [UInt8(ascii: "/")] + $1 }
    }

    /// Performs the verb of a request, unless it is better done by the one who asks.
    package func carryOut(_ request: ControlRequest, _ projects: any WatchedProjects) -> ControlReply {
        guard let verb = program.verb(request.arguments.map { RawArguments.text(of: $0) }), verb.delegation != .never else {
            return .declined("this is not for the daemon")
        }
        let session: Session
        do {
            session = try Session(of: verb, kinds: program.kinds, for: request, projects)
        } catch let error as Declined { return .declined(error.reason) } catch { return .declined("\(error)") }
        do {
            let ending = try verb.perform(session)
            session.tellUnsynced()
            return reply(session, exitCode: ending == .findings ? 1 : 0)
        } catch let error as Declined {
            return .declined(error.reason)
        } catch let question as Question {
            return .question(question.text)
        } catch {
            session.tellUnsynced()
            let told: any Error = (error as? ShedError).map { session.explained($0) } ?? error
            let exitCode = ErrorMessage.tell(told, session.style) { session.output.note($0) }
            return reply(session, exitCode: exitCode)
        }
    }

    private func reply(_ session: Session, exitCode: Int32) -> ControlReply {
        try? session.output.flush()
        let kept = session.output.kept
        return .done(output: kept.output, errors: kept.errors, exitCode: exitCode)
    }
}

/// A verb that is carried out for somebody else needs a confirmation: nothing was done yet.
struct Question: Error {
    var text: String
}
