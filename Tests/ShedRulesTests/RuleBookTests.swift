import ShedModel
import ShedTestSupport
import Testing

@testable import ShedRules

/// The rules that every project has as a whole, and each on its own.
@Suite struct RuleBookTests {
    private static let book = RuleBook()
    private static let rules = ProjectRules(
        Template(
            kind: "blank", language: .english, root: .folders,
            folders: [Template.Folder(role: .draft, section: "", symbol: "", accepts: .files, filling: .people, name: "Draft", names: ["Draft"])]))

    @Test func `codes and names are unique and of one form`() {
        let infos = RuleBookTests.book.infos
        #expect(infos == RuleBookTests.book.all.map { $0.info } && !infos.isEmpty)
        #expect(Set(infos.map(\.code)).count == infos.count)
        #expect(Set(infos.map(\.name)).count == infos.count)
        for info in infos {
            #expect(info.code.utf8.count == 6 && info.code.prefix(3).allSatisfy(\.isUppercase) && info.code.suffix(3).allSatisfy(\.isNumber), "\(info.code)")
            #expect(info.name.utf8.allSatisfy { ($0 > 96 && $0 < 123) || $0 == 45 || ($0 > 47 && $0 < 58) }, "\(info.name)")
            #expect(info.summary.hasSuffix(".") && info.cure.hasSuffix("."), "\(info.name)")
            #expect(RuleBookTests.book.info(named: info.name) == info)
        }
        #expect(RuleBookTests.book.info(named: "no such rule") == nil)
    }

    @Test func `every placement rule is in the list of all rules`() {
        let all = Set(RuleBookTests.book.infos)
        for rule in RuleBook.first + RuleBook.folders { #expect(all.contains(rule.info)) }
    }

    private static let root = FolderFacts(isRoot: true, role: nil, accepts: .folders, filling: .people, label: ".")

    private static func folder(_ accepts: Accepts, _ filling: Filling = .people) -> FolderFacts {
        FolderFacts(isRoot: false, role: nil, accepts: accepts, filling: filling, label: "F")
    }

    private static func refusal(
        _ type: NodeType, _ provenance: Provenance, _ folder: FolderFacts, role: Role? = nil, name: Name = "n"
    ) -> String? {
        RuleBookTests.rules.refusal(of: Candidate(name: name, type: type, provenance: provenance, role: role), in: folder)?.rule.name
    }

    @Test(arguments: [
        (.files, .file, nil), (.files, .folder, "wrong-type"), (.folders, .file, "wrong-type"), (.folders, .folder, nil),
        (.both, .file, nil), (.both, .folder, nil), (.nothing, .file, "closed-folder"), (.nothing, .folder, "closed-folder"),
    ] as [(Accepts, NodeType, String?)])
    func `a folder that people fill takes what it accepts, new or known`(accepts: Accepts, type: NodeType, rule: String?) {
        for provenance in [Provenance.new, .moved] {
            #expect(RuleBookTests.refusal(type, provenance, RuleBookTests.folder(accepts)) == rule)
        }
    }

    @Test(arguments: [
        (.moves, .file, .new, "closed-folder"), (.moves, .file, .moved, nil), (.moves, .folder, .moved, "closed-folder"),
        (.moves, .file, .renamed, nil), (.anything, .file, .new, "closed-folder"), (.anything, .folder, .moved, nil),
        (.derived, .file, .moved, "closed-folder"), (.derived, .folder, .new, "closed-folder"),
    ] as [(Filling, NodeType, Provenance, String?)])
    func `a folder that accepts nothing takes what its filling takes`(
        filling: Filling, type: NodeType, provenance: Provenance, rule: String?
    ) {
        #expect(RuleBookTests.refusal(type, provenance, RuleBookTests.folder(.nothing, filling)) == rule)
    }

    @Test func `a folder that fills by moves and was allowed files takes new files, and folders neither way`() {
        let folder = RuleBookTests.folder(.files, .moves)
        #expect(RuleBookTests.refusal(.file, .new, folder) == nil)
        #expect(RuleBookTests.refusal(.folder, .moved, folder) == "wrong-type")
    }

    @Test func `no file lives at the root, unless the root accepts files`() {
        #expect(RuleBookTests.refusal(.file, .new, RuleBookTests.root) == "file-at-root")
        #expect(RuleBookTests.refusal(.file, .moved, RuleBookTests.root) == "file-at-root")
        #expect(RuleBookTests.refusal(.folder, .new, RuleBookTests.root) == nil)
        var open = RuleBookTests.root
        open.accepts = .both
        #expect(RuleBookTests.refusal(.file, .new, open) == nil)
    }

    @Test func `a template folder stands at the root or in Trash`() {
        #expect(RuleBookTests.refusal(.folder, .moved, RuleBookTests.folder(.folders), role: .draft) == "misplaced-template-folder")
        #expect(RuleBookTests.refusal(.folder, .moved, RuleBookTests.folder(.nothing, .anything), role: .draft) == nil)
        #expect(RuleBookTests.refusal(.folder, .renamed, RuleBookTests.root, role: .draft) == nil)
        // A role that the template does not have binds nobody.
        #expect(RuleBookTests.refusal(.folder, .moved, RuleBookTests.folder(.folders), role: Role(rawValue: "chapters")) == nil)
    }

    @Test(arguments: ["", " ", "\t", "\u{a0}", "\u{3000}\u{2003}"] as [Name])
    func `a name of white space alone is none`(name: Name) {
        #expect(RuleBookTests.refusal(.file, .new, RuleBookTests.folder(.files), name: name) == "blank-name")
    }

    @Test(arguments: [Name(" a"), Name("\u{200b}"), Name("é"), Name(bytes: [0x20, 0xff])])
    func `a name with anything else in it is one`(name: Name) {
        #expect(RuleBookTests.refusal(.file, .new, RuleBookTests.folder(.files), name: name) == nil)
    }
}
