import Glibc
import ShedControl
import ShedMessages
import ShedModel
import ShedProject

/// Lets the daemon carry out a verb.
enum Delegate {
    /// - Parameter words: the command line's words behind “shed”.
    /// - Returns: the exit code; `nil` where no daemon does it, and the verb does the work itself.
    static func carryOut(_ verb: any Verb, words: [[UInt8]]) throws -> Int32? {
        let delegation = verb.delegation
        guard delegation != .never else { return nil }
        let environment = Session.environment()
        let socket = Array(try Surroundings(environment: environment, kinds: KindModules()).controlSocket.utf8)
        var request = ControlRequest(
            arguments: words, directory: try RealPath.of([UInt8(ascii: ".")]), environment: environment,
            isTerminal: isatty(STDOUT_FILENO) == 1)
        // Only who is told something needs words.
        func catalogue() throws(ShedError) -> Catalogue { try Catalogue.of(UserSettings(environment).language ?? Language.wanted(in: environment)) }
        while true {
            let reply = try ask(request, at: socket, delegation, onSlow: { greeting in
                Output.note("shed: " + ((try? catalogue()) ?? .english).text(.waitingForDaemon(process: Int(greeting.pid))))
            })
            guard let reply else { return nil }
            switch reply {
            case .declined: return nil
            case .question(let question):
                try Confirmation.ask(question, try catalogue())
                // In front: behind “--” it would be the name of a file.
                request.arguments.insert(Array("--yes".utf8), at: 0)
            case .done(let output, let errors, let exitCode):
                try Output.pass(output, errors: errors)
                return exitCode
            }
        }
    }

    private static func ask(
        _ request: ControlRequest, at socket: [UInt8], _ delegation: Delegation, onSlow: (ControlGreeting) -> Void
    ) throws(ShedError) -> ControlReply? {
        do throws(ControlClientError) {
            return try ControlClient.ask(request, at: socket, onSlow: onSlow)?.reply
        } catch {
            // It can be looked once more.
            if delegation == .look { return nil }
            throw ShedError(.environment, Sentence.uncapped("\(error)"))
        }
    }
}
