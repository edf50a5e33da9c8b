import ArgumentParser
import ShedCommand

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

/// A verb of `shed tag`, which the history names so.
protocol TagSubverb: Verb {}

extension TagSubverb {
    static var actor: String? { actor(in: "tag") }
}
