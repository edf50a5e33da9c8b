import ArgumentParser
import ShedCommand
import ShedMessages
import ShedModel
import ShedProject

extension OrderBasis: ExpressibleByArgument {}

struct OrderVerb: PathListVerb {
    static let configuration = CommandConfiguration(
        commandName: "order",
        abstract: "Put what is in a folder in an order of your own, or show it.",
        discussion: """
            “ls”, “tree” and all that is made of a folder follow it. What nobody has put anywhere comes last, by name. \
            --by name gives the order up; --by modified and --by created put all in order once, the newest first.

            --numbered writes the order into the names, as “01 Storm.md”, so that any file manager shows it; changing a number \
            there changes the order. --unnumbered takes away only the numbers that were written so.

            Example: shed order Chapters/Storm.md --before Chapters/Calm.md
            Example: shed order Chapters --numbered
            """)

    @Argument(help: "What goes elsewhere in its folder (“-”: a list on standard input); or a folder, to show or order it.", completion: .file())
    var paths: [String]
    @Flag(help: "Before all others of the folder.") var first = false
    @Flag(help: "Behind all others of the folder.") var last = false
    @Option(help: ArgumentHelp("Before this one, of the same folder.", valueName: "path"), completion: .file()) var before: String?
    @Option(help: ArgumentHelp("Behind this one, of the same folder.", valueName: "path"), completion: .file()) var after: String?
    @Option(help: "name (the order is given up), modified or created (once, newest first).") var by: OrderBasis?
    @Flag(help: "Put numbers before the names of what is in the folder.") var numbered = false
    @Option(parsing: .unconditional, help: ArgumentHelp("With --numbered: so many digits at least, 1 to 6.", valueName: "count"))
    var digits: Int?
    @Flag(help: "Take the numbers away again.") var unnumbered = false
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation {
        if change.dryRun || paths.contains("-") { return .never }
        return isChanging ? .change : .look
    }

    private var isPlacing: Bool { first || last || before != nil || after != nil }
    private var isChanging: Bool { isPlacing || by != nil || numbered || unnumbered }

    func validate() throws {
        if paths.isEmpty { throw ValidationError(.nameWhatToOrder) }
        let ways = [first, last, before != nil, after != nil, by != nil, numbered, unnumbered].count { $0 }
        if ways > 1 { throw ValidationError(.sayOneOrder) }
        if digits != nil, !numbered { throw ValidationError(.digitsGoWithNumbers) }
        if let digits, !(1...NumberPrefix.mostDigits).contains(digits) { throw ValidationError(.digitsAreUpTo(most: NumberPrefix.mostDigits)) }
        if !isPlacing, paths.count > 1 || paths.first == "-" { throw ValidationError(isChanging ? .nameOneFolderToOrder : .sayWhereTheyGo) }
    }

    func perform(_ session: Session) throws -> Ending {
        guard isChanging else {
            let project = try session.openToShow()
            let path = try session.path(paths.first ?? ".", in: project)
            show(try project.refresh().order(of: path), session, in: project)
            return .done
        }
        let project = try session.openToChange(dryRun: change.dryRun)
        // Before: who writes the list may be waiting for the project itself.
        let places = try session.places(paths, in: project)
        let named = places.map(\.path).once
        let beside = try (before ?? after).map { word throws(ShedError) in try session.place(word, in: project) }
        let place = place(beside?.path)
        let folder = try folder(places + (beside.map { [$0] } ?? []))
        let result = try project.write { transaction throws(ShedError) in try carryOut(named, place, in: folder, transaction) }
        if global.json || global.zero {
            show(result, session, in: project)
        } else {
            say(result, named, place, session)
        }
        if !change.dryRun { session.warnOfRest(in: project) }
        return .done
    }

    private func place(_ other: RelativePath?) -> OrderPlace? {
        if first { return .first }
        if last { return .last }
        return other.map { before != nil ? .before($0) : .after($0) }
    }

    /// The folder in whose order things are put elsewhere, where guests are among them: they have their own folder's beside.
    private func folder(_ places: [NamedPlace]) throws(ShedError) -> RelativePath? {
        guard let folder = places.lazy.compactMap(\.guestOf).first else { return nil }
        if let other = places.lazy.compactMap(\.guestOf).first(where: { $0 != folder }) {
            throw ShedError(.usage, .notInOneFolder(first: "\(folder)", second: "\(other)"), remedy: .nameWhatIsInOneFolder)
        }
        return folder
    }

    private func carryOut(
        _ named: [RelativePath], _ place: OrderPlace?, in parent: RelativePath?, _ transaction: Transaction
    ) throws(ShedError) -> OrderResult {
        if let place { return try transaction.order(named, place, in: parent, dryRun: change.dryRun) }
        let folder = named.first ?? .root
        if let by { return try transaction.order(folder, by: by, dryRun: change.dryRun) }
        if numbered { return try transaction.number(folder, digits: digits, dryRun: change.dryRun) }
        return try transaction.unnumber(folder, dryRun: change.dryRun)
    }

    // MARK: Printing

    private func say(_ result: OrderResult, _ named: [RelativePath], _ place: OrderPlace?, _ session: Session) {
        let folder = session.style.path(result.folder)
        guard result.isChanged else { return session.say(unnumbered ? .hasNoNumbers(path: folder) : .isInThisOrder(path: folder)) }
        if let place {
            let (word, other): (String, RelativePath?) = switch place {
            case .first: ("first", nil)
            case .last: ("last", nil)
            case .before(let path): ("before", path)
            case .after(let path): ("after", path)
            }
            let what = Message.thingsDone(count: named.count, path: .verbatim(session.style.path(named.first ?? result.folder)))
            session.say(.putInOrder(isDryRun: change.dryRun, what: what, place: word, other: other.map(session.style.path) ?? folder))
        } else if let by {
            session.say(.folderInOrder(isDryRun: change.dryRun, path: folder, basis: by.rawValue))
        }
        for (from, to) in result.renamed {
            session.say(.moved(deed: "renamed", isDryRun: change.dryRun, from: session.style.path(from), to: session.style.path(to)))
        }
        // What had its number already and got a place in the order beside it.
        if place == nil, by == nil, result.renamed.isEmpty { session.say(.folderInOrder(isDryRun: change.dryRun, path: folder, basis: "number")) }
    }

    private func show(_ result: OrderResult, _ session: Session, in project: Project) {
        if global.json { return session.output.json(json(result, session)) }
        if global.zero { return result.items.forEach { session.output.path(session.style.place($0.path)) } }
        let width = String(result.items.count).count
        let isOrdered = result.items.contains { $0.key != nil }
        for (position, item) in result.items.enumerated() {
            let number = String(position + 1)
            let blanks = String(repeating: " ", count: width - number.count)
            let mark = isOrdered && item.key == nil ? session.style.faint("  " + session.style.text(.standsByName)) : ""
            session.output.line("\(blanks)\(number)  \(session.style.path(item.path))\(item.isFolder ? "/" : "")\(mark)")
        }
    }

    private func json(_ result: OrderResult, _ session: Session) -> JSONValue {
        var object = JSONBuilder()
        object.add("folder", result.folder)
        object.add("written", .integer(Int64(result.written)))
        let ids = Dictionary(result.items.map { ($0.path, $0.id) }) { first, _ in first }
        object.add("renamed", .array(result.renamed.map { session.movedJSON(from: $0.from, to: $0.to, id: ids[$0.to] ?? nil) }))
        object.add("order", .array(result.items.map { item in
            var member = JSONBuilder()
            member.add("id", item.id)
            member.add("path", item.path)
            member.add("order", JSONValue(item.key?.description))
            member.add("number", item.number.map { .integer(Int64($0)) } ?? .null)
            return member.value
        }))
        return object.value
    }
}
