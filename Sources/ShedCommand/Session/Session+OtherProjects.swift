import ShedMessages
import ShedModel
import ShedProject

extension Session {
    /// So many other projects are looked into: each is loaded.
    private static let mostOthers = 64

    /// Whether one works in a project. Nothing is opened for that.
    package var isInProject: Bool { (try? Project.root(containing: base, surroundings: surroundings)) != nil }

    /// Looks into the other projects that this machine knows, one after the other, as far as they can be read; writes nothing.
    /// - Parameters:
    ///   - here: the root of the one that is left out.
    ///   - goesOn: whether the next one is to be looked into.
    package func lookIntoOthers(besides here: [UInt8]?, _ goesOn: (Project) -> Bool) throws(ShedError) {
        for known in try Registry(surroundings).projects().lazy.filter({ $0.isLive && $0.path != here }).prefix(Session.mostOthers) {
            guard let project = try? Project.open(containing: known.path, surroundings: surroundings, purpose: .look), project.home.path == known.path
            else { continue }
            guard goesOn(project) else { return }
        }
    }

    /// That nothing of the project that is worked in has an ID, where another one of this machine has: which one, where there it stands or last
    /// stood, and how to work there; `nil` where none has it.
    package func elsewhere(_ id: NodeID) -> (words: Message, advice: Message)? {
        var found: (words: Message, advice: Message)?
        try? lookIntoOthers(besides: rootOfLast) { project in
            guard let path = project.asKnown.lastPlace(of: id) else { return true }
            let root = project.home.path
            let place = path.isRoot ? project.home.name.escaped : "\(path)"
            let words = Message.idIsElsewhere(fault: .noNodeOfID(id: "\(id)"), project: EscapedText.escape(root), path: place)
            found = (words: words, advice: Message.workThere(command: "shed -C \(ShellWord.quote(root))"))
            return false
        }
        return found
    }

    /// An error that nothing of the project has an ID, with the project that has it.
    func explained(_ error: ShedError) -> ShedError {
        guard let id = error.unknownID, let (words, advice) = elsewhere(id) else { return error }
        var error = error
        (error.words, error.advice) = (words, advice)
        return error
    }
}
