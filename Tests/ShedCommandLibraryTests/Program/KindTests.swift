import ShedControl
import ShedProject
import Testing

@testable import ShedCommand

@Suite struct `What a kind of project adds` {
    private let kind = SampleKind()

    @Test func `is asked of projects that are of it, and of no other`() throws {
        #expect(try Desk("sample").ask("name", "first", "Ready", kinds: [kind]) == .done(output: Array("Draft\nReady\n".utf8), errors: [], exitCode: 0))
        #expect(try Desk("blank").ask("name", "first", "Ready", kinds: [kind]) == .done(output: Array("first\nReady\n".utf8), errors: [], exitCode: 0))
    }

    @Test func `may refuse a word that means several things`() throws {
        #expect(try Desk().ask("name", "Ready", "both", kinds: [kind]) == .done(output: [], errors: Array("shed: “both” may mean two things\n".utf8), exitCode: 2))
    }

    @Test func `is the same path however it is named`() throws {
        #expect(try Desk().ask("name", "Draft", "first", kinds: [kind]) == .done(output: Array("Draft\n".utf8), errors: [], exitCode: 0))
    }

    @Test func `is chosen instead of named`() throws {
        let desk = try Desk()
        #expect(desk.ask("name", "--whole") == .done(output: Array(".\n".utf8), errors: [], exitCode: 0))
        #expect(desk.ask("name", "--whole", "Draft") == .done(output: [], errors: Array("shed: both are named\n".utf8), exitCode: 2))
        #expect(desk.ask("name") == .done(output: [], errors: Array("shed: nothing is named\n".utf8), exitCode: 2))
    }

    @Test func `is nothing unless it says so`() throws {
        let desk = try Desk()
        let listing = try desk.open.listing()
        #expect(try kind.members(of: listing.view(at: .root), desk.open.asKnown).isEmpty)
        #expect(try kind.emptiness(of: listing.view(at: .root), in: listing, desk.open.strings) == nil)
        #expect(try desk.open.write { transaction throws(ShedError) in try kind.prune(transaction, [], dryRun: true) }.isEmpty)
        #expect(try kind.repair(desk.open, dryRun: true).isEmpty)
        #expect(kind.verbs == nil)
        #expect(try kind.reservation(about: .root, in: desk.open) == nil)
    }
}

@Suite struct `A word that is no verb` {
    private let names = VerbNames(below: SampleRoot.self)
    private let message = "Error: Unexpected argument 'nam'\nUsage: sample <subcommand>"

    @Test func `brings the verb that may have been meant`() {
        #expect(VerbHint.added(to: message, ["nam"], names) == "Error: There is no verb 'nam'. Did you mean 'name'?\nUsage: sample <subcommand>")
        #expect(VerbHint.added(to: message, ["farther"], names) == "Error: There is no verb 'farther'.\nUsage: sample <subcommand>")
        #expect(VerbHint.added(to: message, ["--nam"], names) == message)
        #expect(VerbHint.added(to: message, [], names) == message)
    }

    @Test func `is nothing to a verb that knows better what is wrong with its own words`() {
        #expect(VerbHint.added(to: "Error: Unknown option '--paths'", ["name", "--paths"], names) == "Error: name them")
        #expect(VerbHint.added(to: "Error: Unknown option '--x'", ["name", "--x"], names) == "Error: Unknown option '--x'")
    }
}
