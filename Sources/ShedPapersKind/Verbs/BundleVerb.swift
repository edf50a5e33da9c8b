import ArgumentParser
import ShedCommand

struct BundleVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bundle",
        abstract: "PDFs that pages are made from: add, list, show, text, attach, map, versions, restore, delete.",
        discussion: """
            A bundle holds one document in up to three forms: display.pdf, which pages are made from, ocr.pdf, which text \
            is taken from, and original.pdf. Documentation/Papers.md says more.

            Example: shed bundle add "Calculus 2023.pdf"
            """,
        subcommands: [
            BundleAddVerb.self, BundleListVerb.self, BundleShowVerb.self, BundleTextVerb.self, BundleAttachVerb.self, BundleMapVerb.self,
            BundleVersionsVerb.self, BundleRestoreVerb.self, BundleDeleteVerb.self,
        ])
}

/// A verb of `shed bundle`, which the history names so.
protocol BundleSubverb: Verb {}

extension BundleSubverb {
    static var actor: String? { actor(in: "bundle") }
}
