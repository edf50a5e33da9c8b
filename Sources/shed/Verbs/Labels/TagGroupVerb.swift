import ArgumentParser
import ShedEngine
import ShedModel

struct TagGroupVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "taggroup",
        abstract: "Keep groups of tags.",
        discussion: """
            A tag in a group is written GROUP/TAG. Documentation/Tags.md says more.

            Example: shed taggroup new Status
            """,
        subcommands: [TagGroupNewVerb.self, TagGroupListVerb.self, TagGroupRenameVerb.self, TagGroupDeleteVerb.self])
}

struct TagGroupNewVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Make a group.", discussion: "Example: shed taggroup new Status")
    static var actor: String? { "taggroup" }

    @Argument(help: "The group's name.") var name: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { change.dryRun ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let group = try project.makeTagGroup(try session.text(name, of: "the name"), dryRun: change.dryRun)
        session.say("\(session.done("made", change.dryRun)) the tag group \(session.style.label(group.name))")
        if global.json { session.output.json(group.json(tags: [])) }
        session.warnOfRest(in: project)
        return .done
    }
}

struct TagGroupListVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the groups with their tags.", discussion: "Example: shed taggroup list")
    static var actor: String? { "taggroup" }

    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToShow()
        _ = try? project.takeIn()
        let labels = try project.labels()
        let tags = labels.sortedTags
        if global.json {
            session.output.json(.array(labels.sortedGroups.map { $0.json(tags: tags) }))
            return .done
        }
        for group in labels.sortedGroups {
            let names = tags.filter { $0.group == group.id }.map { session.style.label($0.name) }
            let list = names.isEmpty ? session.style.faint("no tags") : names.joined(separator: ", ")
            session.output.line("\(session.style.heading(session.style.label(group.name)))  \(list)")
        }
        return .done
    }
}

struct TagGroupRenameVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Give a group another name.", discussion: "Its tags stay in it.\n\nExample: shed taggroup rename Status State")
    static var actor: String? { "taggroup" }

    @Argument(help: "The group.") var group: String
    @Argument(help: "Its new name.") var name: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { change.dryRun ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let word = try session.text(group, of: "the group")
        let group = try project.renameTagGroup(word, to: try session.text(name, of: "the name"), dryRun: change.dryRun)
        session.say("\(session.done("renamed", change.dryRun)) the tag group \(session.style.label(word)) to \(session.style.label(group.name))")
        if global.json { session.output.json(group.json(tags: try project.labels().sortedTags)) }
        session.warnOfRest(in: project)
        return .done
    }
}

struct TagGroupDeleteVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a group with its tags.",
        discussion: """
            Files and folders stay as they are, without these tags. Asks first where something has one of them.

            Example: shed taggroup delete Status
            """)
    static var actor: String? { "taggroup" }

    @Argument(help: "The group.") var group: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { change.dryRun ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let word = try session.text(group, of: "the group")
        try project.takeIn()
        let labels = try project.labels()
        let known = try labels.group(word)
        let all = try project.uses()
        let uses = labels.sortedTags.filter { $0.group == known.id }.map { all[LabelKey(.tag, $0.id)] ?? 0 }.max() ?? 0
        try session.confirmDeletion("the tag group \(session.style.label(known.name)) with a tag", uses: uses, dryRun: change.dryRun)
        let (group, tags) = try project.deleteTagGroup(word, dryRun: change.dryRun)
        session.say("\(session.done("deleted", change.dryRun)) the tag group \(session.style.label(group.name)) with \(Style.count(tags.count, "tag"))")
        if global.json { session.output.json(group.json(tags: tags)) }
        session.warnOfRest(in: project)
        return .done
    }
}
