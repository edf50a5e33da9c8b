import ArgumentParser
import Glibc
import ShedControl
import ShedEngine
import ShedModel

/// Lets the daemon carry out a verb.
enum Delegate {
    /// - Parameter words: the command line's words behind “shed”.
    /// - Returns: the exit code; `nil` where no daemon does it, and the verb does the work itself.
    static func carryOut(_ verb: any Verb, words: [[UInt8]]) throws -> Int32? {
        let delegation = verb.delegation
        guard delegation != .never else { return nil }
        let environment = Session.environment()
        let socket = Array(try Surroundings(environment: environment).controlSocket.utf8)
        var request = ControlRequest(
            arguments: words, directory: try RealPath.of([UInt8(ascii: ".")]), environment: environment,
            isTerminal: isatty(STDOUT_FILENO) == 1)
        while true {
            guard let reply = try ask(request, at: socket, delegation) else { return nil }
            switch reply {
            case .declined: return nil
            case .question(let question):
                try Confirmation.ask(question)
                // In front: behind “--” it would be the name of a file.
                request.arguments.insert(Array("--yes".utf8), at: 0)
            case .done(let output, let errors, let exitCode):
                try Output.pass(output, errors: errors)
                return exitCode
            }
        }
    }

    private static func ask(_ request: ControlRequest, at socket: [UInt8], _ delegation: Delegation) throws(ShedError) -> ControlReply? {
        do throws(ControlClientError) {
            return try ControlClient.ask(request, at: socket) { greeting in
                Output.note("shed: waiting for the daemon (process \(greeting.pid))")
            }?.reply
        } catch {
            // It can be looked once more.
            if delegation == .look { return nil }
            throw ShedError(.environment, Sentence.uncapped("\(error)"))
        }
    }
}

/// Asks the person.
enum Confirmation {
    /// - Throws: ``ShedError`` where there is nobody to ask, or the answer is no.
    static func ask(_ question: String) throws(ShedError) {
        guard isatty(STDIN_FILENO) == 1 else {
            throw ShedError(.usage, "\(Sentence.uncapped(question)) needs a confirmation, and there is no terminal to ask on", remedy: "Add --yes to confirm.")
        }
        var prompt = Array("\(question)? [y/N] ".utf8)
        _ = write(STDERR_FILENO, &prompt, prompt.count)
        let answer = readLine(strippingNewline: true)?.lowercased() ?? ""
        guard answer == "y" || answer == "yes" else { throw ShedError(.refused, "nothing was done", remedy: "You did not confirm it.") }
    }
}
