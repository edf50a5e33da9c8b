import ArgumentParser
import ShedEngine
import ShedModel

struct TagVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tag",
        abstract: "Tag files and folders, and keep the tags.",
        discussion: """
            A tag is a name, or GROUP/NAME. “shed find --tag NAME” finds what has it. Documentation/Tags.md says more.

            Example: shed tag add urgent Draft/Ode.txt Draft/Sea.txt --create
            """,
        subcommands: [
            TagAddVerb.self, TagRemoveVerb.self, TagShowVerb.self, TagNewVerb.self, TagListVerb.self, TagRenameVerb.self,
            TagChangeVerb.self, TagDeleteVerb.self,
        ])
}

struct TagNewVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Make a tag.",
        discussion: """
            A group that is not there is made with it. Colours are \(Colour.names.joined(separator: ", ")), or #rrggbb.

            Example: shed tag new Status/lent --colour red
            """)
    static var actor: String? { "tag" }

    @Argument(help: "NAME or GROUP/NAME.") var name: String
    @Option(help: ArgumentHelp("Its colour.", valueName: "colour")) var colour: String?
    @Option(help: ArgumentHelp("What it is for: folder, file, record or all.", valueName: "scope")) var scope: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { change.dryRun ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let colour = try colour.map { text throws(ShedError) in try ColourArgument.colour(text) }
        let project = try session.openToChange(dryRun: change.dryRun)
        let tag = try project.makeTag(
            try session.text(name, of: "the name"), colour: colour, scope: try session.scope(scope), dryRun: change.dryRun)
        session.say("\(session.done("made", change.dryRun)) the tag \(session.style.label(tag.title))")
        if global.json { session.output.json(tag.json(group: tag.groupName, count: 0)) }
        session.warnOfRest(in: project)
        return .done
    }
}

/// A colour on the command line.
enum ColourArgument {
    static func colour(_ text: String) throws(ShedError) -> Colour {
        guard let colour = Colour(text) else {
            throw ShedError(
                .usage, "“\(EscapedText.escape(RawArguments.bytes(of: text)))” is no colour",
                remedy: Nearest.of(text, among: Colour.names).map { "Did you mean “\($0)”?" } ?? "Colours are \(Colour.names.joined(separator: ", ")), or #rrggbb.")
        }
        return colour
    }
}

struct TagListVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the tags, with how many files and folders have each.", discussion: "Example: shed tag list")
    static var actor: String? { "tag" }

    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToShow()
        _ = try? project.takeIn()
        let tags = try project.labels().sortedTags
        let uses = try project.uses()
        if global.json {
            session.output.json(.array(tags.map { $0.json(group: $0.groupName, count: uses[LabelKey(.tag, $0.id)] ?? 0) }))
            return .done
        }
        for tag in tags {
            var line = session.style.label(tag.title)
            var facts = [Style.count(uses[LabelKey(.tag, tag.id)] ?? 0, "use")]
            if let colour = tag.colour { facts.append(colour.description) }
            if tag.scope != .all { facts.append("for \(session.style.label(tag.scope.rawValue))") }
            if global.verbose { facts.append(tag.id.description) }
            line += session.style.faint("  \(facts.joined(separator: ", "))")
            session.output.line(line)
        }
        return .done
    }
}

struct TagShowVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a tag, and what has it.", discussion: "Example: shed tag show urgent")
    static var actor: String? { "tag" }

    @Argument(help: "The tag.") var tag: String
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToShow()
        let word = try session.text(tag, of: "the tag")
        let listing = try project.listing()
        let tag = try project.labels().tag(word)
        var search = Search()
        search.tags = [tag.id.description]
        search.order = .path
        let hits = try listing.search(search).hits
        if global.json {
            var object = JSONBuilder()
            object.add("tag", tag.json(group: tag.groupName, count: hits.count))
            object.add("nodes", .array(hits.map(\.view.json)))
            session.output.json(object.value)
        } else if global.zero {
            for hit in hits { session.output.path(hit.view.path.bytes) }
        } else {
            session.output.line(session.style.heading(session.style.label(tag.title)))
            session.output.line("id      \(tag.id)")
            session.output.line("colour  \(tag.colour?.description ?? "none")")
            session.output.line("scope   \(session.style.label(tag.scope.rawValue))")
            session.output.line(session.style.faint(Style.count(hits.count, "use")))
            for hit in hits { session.output.line("  \(hit.view.path)\(hit.view.type.isDirectory ? "/" : "")") }
        }
        return .done
    }
}

struct TagRenameVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Give a tag another name, or put it into another group.",
        discussion: """
            NAME leaves it in its group, GROUP/NAME puts it into that group, /NAME takes it out of its group. What has the \
            tag keeps it.

            Example: shed tag rename lent Status/lent
            """)
    static var actor: String? { "tag" }

    @Argument(help: "The tag.") var tag: String
    @Argument(help: "NAME, GROUP/NAME or /NAME.") var name: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { change.dryRun ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let word = try session.text(tag, of: "the tag")
        let tag = try project.changeTag(word, Project.TagChange(title: try session.text(name, of: "the name")), dryRun: change.dryRun)
        session.say("\(session.done("renamed", change.dryRun)) the tag \(session.style.label(word)) to \(session.style.label(tag.title))")
        if global.json { session.output.json(tag.json(group: tag.groupName, count: try project.uses()[LabelKey(.tag, tag.id)] ?? 0)) }
        session.warnOfRest(in: project)
        return .done
    }
}

struct TagChangeVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "change",
        abstract: "Change a tag's colour or scope.",
        discussion: """
            What has the tag keeps it, also where it is out of the new scope: “shed check” finds that.

            Example: shed tag change urgent --colour orange --scope file
            """)
    static var actor: String? { "tag" }

    @Argument(help: "The tag.") var tag: String
    @Option(help: ArgumentHelp("Its colour; “none” takes it away.", valueName: "colour")) var colour: String?
    @Option(help: ArgumentHelp("What it is for.", valueName: "scope")) var scope: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if colour == nil, scope == nil { throw ValidationError("Say what to change: --colour or --scope.") }
    }

    var delegation: Delegation { change.dryRun ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        var wanted = Project.TagChange(scope: try session.scope(scope))
        if let colour { wanted.colour = .some(colour == "none" ? nil : try ColourArgument.colour(colour)) }
        let project = try session.openToChange(dryRun: change.dryRun)
        let tag = try project.changeTag(try session.text(tag, of: "the tag"), wanted, dryRun: change.dryRun)
        session.say("\(session.done("changed", change.dryRun)) the tag \(session.style.label(tag.title))")
        if global.json { session.output.json(tag.json(group: tag.groupName, count: try project.uses()[LabelKey(.tag, tag.id)] ?? 0)) }
        session.warnOfRest(in: project)
        return .done
    }
}

struct TagDeleteVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a tag.",
        discussion: """
            Files and folders stay as they are, without the tag. Asks first where something has it.

            Example: shed tag delete urgent
            """)
    static var actor: String? { "tag" }

    @Argument(help: "The tag.") var tag: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { change.dryRun ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let word = try session.text(tag, of: "the tag")
        try project.takeIn()
        let known = try project.labels().tag(word)
        let uses = try project.uses()[LabelKey(.tag, known.id)] ?? 0
        try session.confirmDeletion("the tag \(session.style.label(known.title))", uses: uses, dryRun: change.dryRun)
        let tag = try project.deleteTag(known.id.description, dryRun: change.dryRun)
        session.say("\(session.done("deleted", change.dryRun)) the tag \(session.style.label(tag.title))")
        if global.json { session.output.json(tag.json(group: tag.groupName, count: uses)) }
        session.warnOfRest(in: project)
        return .done
    }
}
