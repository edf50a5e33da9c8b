import ArgumentParser
import ShedCommand
import ShedMessages
import ShedModel
import ShedProject

struct CollectVerb: PathListVerb {
    static let configuration = CommandConfiguration(
        commandName: "collect",
        abstract: "Let pieces stand in a collection too, without leaving their folders.",
        discussion: """
            A piece is a file of Draft, Ready, Set Aside or Published; a collection is a folder in Collections. It gets a link there, \
            which follows wherever the piece goes. New ones come last. “shed order” puts them elsewhere, “shed uncollect” takes them out.

            Example: shed collect Ready/Ode.txt --in Collections/Spring
            """)

    @Argument(help: "The pieces; “-” reads a list from standard input.", completion: .file()) var paths: [String]
    @Option(name: .customLong("in"), help: ArgumentHelp("The folder in Collections, or its name.", valueName: "folder"), completion: .directory)
    var folder: String
    @Flag(help: "Before all others of the collection.") var first = false
    @Flag(help: "Behind all others of the collection.") var last = false
    @Option(help: ArgumentHelp("Before this one, which is in the collection.", valueName: "path"), completion: .file()) var before: String?
    @Option(help: ArgumentHelp("Behind this one, which is in the collection.", valueName: "path"), completion: .file()) var after: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if [first, last, before != nil, after != nil].count(where: { $0 }) > 1 { throw ValidationError(.sayOneOrder) }
    }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        // Before: who writes the list may be waiting for the project itself.
        let named = try session.paths(paths, in: project)
        let beside = try (before ?? after).map { word throws(ShedError) in try session.path(word, in: project) }
        let folders = try session.collectionPaths(folder, in: project)
        let place: OrderPlace? = first ? .first : last ? .last : beside.map { before != nil ? .before($0) : .after($0) }
        let (into, result) = try project.write { transaction throws(ShedError) in
            let folder = try transaction.collectionFolder(folders).path
            return (folder, try transaction.collect(named, in: folder, place, dryRun: change.dryRun))
        }
        show(result, named, into, place, session)
        if !change.dryRun { session.warnOfRest(in: project) }
        return .done
    }

    private func show(
        _ result: (order: OrderResult, new: [RelativePath]), _ named: [RelativePath], _ folder: RelativePath, _ place: OrderPlace?, _ session: Session
    ) {
        if global.zero { return result.new.forEach { session.output.path(session.style.place($0)) } }
        let new = Set(result.new)
        if global.json {
            var object = JSONBuilder()
            object.add("folder", folder)
            object.add("order", .array(result.order.items.map { item in
                var member = JSONBuilder()
                member.add("id", item.id)
                member.add("path", item.path)
                member.add("order", JSONValue(item.key?.description))
                member.add("new", .bool(new.contains(item.path)))
                return member.value
            }))
            return session.output.json(object.value)
        }
        let into = session.style.path(folder)
        for path in named {
            let shown = session.style.path(path)
            if new.contains(path) { session.say(.collected(isDryRun: change.dryRun, path: shown, folder: into)) }
            else if let place, result.order.isChanged { session.say(put(shown, place, into, session)) }
            else { session.say(.collectedAlready(path: shown, folder: into)) }
        }
    }

    private func put(_ shown: String, _ place: OrderPlace, _ folder: String, _ session: Session) -> Message {
        let (word, other) = switch place {
        case .first: ("first", folder)
        case .last: ("last", folder)
        case .before(let path): ("before", session.style.path(path))
        case .after(let path): ("after", session.style.path(path))
        }
        return .putInOrder(isDryRun: change.dryRun, what: .thingsDone(count: 1, path: .verbatim(shown)), place: word, other: other)
    }
}

extension Session {
    /// What a word for a collection may mean: a path, or the name of a folder in Collections.
    func collectionPaths(_ word: String, in project: Project) throws(ShedError) -> [RelativePath] {
        let path = try path(word, in: project)
        let name = name(word)
        guard name.isPossible, let root = try project.refresh().folder(with: .collections) else { return [path] }
        return [path, root.appending(name)]
    }
}
