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
        var (request, socket) = try request(words)
        while true {
            guard let reply = try ask(request, at: socket, delegation) else { return nil }
            switch reply {
            case .declined: return nil
            case .question(let question):
                try Confirmation.ask(question, try catalogue(request.environment))
                // In front: behind “--” it would be the name of a file.
                request.arguments.insert(Array("--yes".utf8), at: 0)
            case .done(let output, let errors, let exitCode):
                try Output.pass(output, errors: errors)
                return exitCode
            }
        }
    }

    /// The same where nobody has read the command line yet, which the daemon does: of a verb that looks and nothing else.
    /// - Returns: `nil` also where something is wrong with the command line, which is told by who reads it here.
    static func carryOutUnread(_ words: [[UInt8]]) throws -> Int32? {
        guard let (request, socket) = try? request(words), case .done(let output, let errors, let exitCode)? = try? ask(request, at: socket, .look)
        else { return nil }
        try Output.pass(output, errors: errors)
        return exitCode
    }

    private static func request(_ words: [[UInt8]]) throws(ShedError) -> (request: ControlRequest, socket: [UInt8]) {
        let environment = Session.environment()
        let socket = Array(try Surroundings(environment: environment, kinds: KindModules()).controlSocket.utf8)
        let request = ControlRequest(
            arguments: words, directory: try RealPath.of([UInt8(ascii: ".")]), environment: environment,
            isTerminal: isatty(STDOUT_FILENO) == 1)
        return (request, socket)
    }

    /// Only who is told something needs words.
    private static func catalogue(_ environment: [String: String]) throws(ShedError) -> Catalogue {
        try Catalogue.of(UserSettings(environment).language ?? Language.wanted(in: environment))
    }

    private static func ask(_ request: ControlRequest, at socket: [UInt8], _ delegation: Delegation) throws(ShedError) -> ControlReply? {
        do throws(ControlClientError) {
            let answer = try ControlClient.ask(request, at: socket) { greeting in
                Output.note("shed: " + ((try? catalogue(request.environment)) ?? .english).text(.waitingForDaemon(process: Int(greeting.pid))))
            }
            return answer?.reply
        } catch {
            // It can be looked once more.
            if delegation == .look { return nil }
            throw ShedError(.environment, Sentence.uncapped("\(error)"))
        }
    }
}
