import ArgumentParser
import ShedCommand

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

/// A verb of `shed taggroup`, which the history names so.
protocol TagGroupSubverb: Verb {}

extension TagGroupSubverb {
    static var actor: String? { actor(in: "taggroup") }
}
