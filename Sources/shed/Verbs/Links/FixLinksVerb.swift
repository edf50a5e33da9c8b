import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

struct FixLinksVerb: ChangingVerb {
    static let configuration = CommandConfiguration(
        commandName: "fix-links",
        abstract: "Mend links in Markdown, HTML and Org documents that a move has broken.",
        discussion: """
            A link that leads nowhere is made to lead to what stood there when its document was written to: also where the document \
            itself was moved. Only the bytes of the path change. What is not certain is named and left. Shows what it would do, and \
            asks; “shed undo” takes it back. Exits 1 where links were left that lead nowhere. Documentation/Links.md says more.

            Example: shed fix-links Research
            """)

    @Argument(help: "Documents, or folders with documents; else the whole project. “-” reads a list from standard input.", completion: .file()) var paths: [String] = []
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    /// The daemon has another standard input.
    var delegation: Delegation { change.dryRun || paths.contains("-") ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        // The question goes to whoever can answer.
        if !change.dryRun, !session.isConfirmed { try session.leaveToCaller() }
        let project = try session.openToChange(dryRun: change.dryRun)
        let places = paths.isEmpty ? nil : try session.paths(paths, in: project)
        if let places {
            let reading = try project.refresh()
            for place in places { _ = try reading.find(place) }
        }
        if !change.dryRun, session.isConfirmed {
            return report(try project.write { transaction throws(ShedError) in try transaction.mendLinks(at: places) }, session, dryRun: false, places)
        }
        let foreseen = try project.write { transaction throws(ShedError) in try transaction.mendLinks(at: places, dryRun: true) }
        guard !change.dryRun, !foreseen.documents.isEmpty else { return report(foreseen, session, dryRun: true, places) }
        if !global.json, !global.zero { tell(foreseen, session, dryRun: true) }
        try session.confirm(.mendingLinks(count: foreseen.linkCount, documents: foreseen.documents.count))
        let done = try project.write { transaction throws(ShedError) in try transaction.mendLinks(at: places, shown: foreseen) }
        if global.json || global.zero { return report(done, session, dryRun: false, places) }
        // What hinders it only since then was not shown.
        let told = Set(foreseen.passedOver.map(\.path))
        for (path, reason) in done.passedOver.filter({ !told.contains($0.path) }).prefix(Self.mostLeft) {
            session.note(.linksLeft(path: session.style.path(path), reason: reason))
        }
        let words: Message = done.documents.isEmpty ? .nothingToMend : .mendedLinks(count: done.linkCount, documents: done.documents.count)
        session.say(words)
        return ending(done, places)
    }

    private func report(_ mending: LinkMending, _ session: Session, dryRun: Bool, _ places: [RelativePath]?) -> Ending {
        if global.json {
            session.output.json(LinkShapes.json(mending))
        } else if global.zero {
            for document in mending.documents { session.output.path(session.style.place(document.path)) }
        } else {
            tell(mending, session, dryRun: dryRun)
            if mending.documents.isEmpty, mending.tooLarge.isEmpty { session.say(.nothingToMend) }
        }
        return ending(mending, places)
    }

    private func tell(_ mending: LinkMending, _ session: Session, dryRun: Bool) {
        for document in mending.documents {
            for link in document.links {
                let place = "\(session.style.path(document.path)):\(link.line)"
                session.say(.mendedLink(isDryRun: dryRun, place: place, old: EscapedText.escape(link.old), new: EscapedText.escape(link.new)))
            }
        }
        for (path, reason) in mending.passedOver.prefix(Self.mostLeft) { session.note(.linksLeft(path: session.style.path(path), reason: reason)) }
        for path in mending.tooLarge.prefix(Self.mostNamed) { session.note(.linksNotLookedFor(path: session.style.path(path))) }
        if mending.tooLarge.count > Self.mostNamed { session.note(.moreAsLarge(count: mending.tooLarge.count - Self.mostNamed)) }
        for link in mending.left.prefix(Self.mostLeft) {
            session.note(.about(subject: "\(session.style.path(link.document)):\(link.line)", text: link.words))
        }
        let rest = max(0, mending.passedOver.count - Self.mostLeft) + max(0, mending.left.count - Self.mostLeft)
        if rest > 0 { session.note(.moreLeftAsTheyAre(count: rest)) }
    }

    /// So many documents that are too large are named one by one.
    private static let mostNamed = 10
    /// So many documents and links that were left are: “check” names all.
    private static let mostLeft = 100

    /// One that is too large, and that a person has named, was not done.
    private func ending(_ mending: LinkMending, _ places: [RelativePath]?) -> Ending {
        let isDone = mending.left.isEmpty && mending.passedOver.isEmpty && !mending.tooLarge.contains { places?.contains($0) == true }
        return isDone ? .done : .findings
    }
}

/// The shape of `fix-links --json`.
enum LinkShapes {
    static func json(_ mending: LinkMending) -> JSONValue {
        [
            "mended": .array(mending.documents.flatMap { document in document.links.map { json($0, in: document) } }),
            "left": .array(mending.left.map(json)),
            "passedOver": .array(mending.passedOver.map { path, reason in
                var object = JSONBuilder()
                object.add("path", path)
                object.add("reason", .string(reason.english))
                return object.value
            }),
            "tooLarge": .array(mending.tooLarge.map { .string("\($0)") }),
        ]
    }

    private static func json(_ link: MendedLink, in document: MendedDocument) -> JSONValue {
        var object = JSONBuilder()
        object.add("path", document.path)
        object.add("id", document.id)
        object.add("line", .integer(Int64(link.line)))
        object.add("column", .integer(Int64(link.column)))
        object.add("from", bytes: link.old)
        object.add("to", bytes: link.new)
        object.add("target", link.target)
        return object.value
    }

    private static func json(_ link: BrokenLink) -> JSONValue {
        var object = JSONBuilder()
        object.add("path", link.document)
        object.add("id", link.id)
        object.add("line", .integer(Int64(link.line)))
        object.add("column", .integer(Int64(link.column)))
        object.add("link", bytes: link.written)
        object.add("reason", .string(link.reason))
        object.add("targets", .array(link.targets.map { path in String(validating: path.bytes, as: UTF8.self).map(JSONValue.string) ?? .string("\(path)") }))
        return object.value
    }
}
