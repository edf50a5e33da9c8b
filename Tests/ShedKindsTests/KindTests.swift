import ShedKinds
import ShedModel
import ShedPapersKind
import ShedProject
import ShedRecordsKind
import ShedWritingKind
import Testing

/// The templates, written down here a second time: section, role, name, symbol, accepts, filled by.
private let table: [String: [[String]]] = [
    "poetry": [["YOUR POETRY"]] + body + [["PUBLICATIONS"], magazines] + publications + trash,
    "short-story": [["YOUR STORIES"]] + body + [["PUBLICATIONS"], magazines] + publications + trash,
    "novel": [
        ["YOUR NOVEL"],
        ["novel", "Novel", "book.closed.fill", "nothing", "derived"],
        ["chapters", "Chapters", "document.on.document", "folders", "people"],
    ] + scenes + [["PUBLICATIONS"]] + publications + trash,
    "script": [
        ["YOUR SCRIPT"],
        ["script", "Script", "book.closed.fill", "nothing", "derived"],
        ["acts", "Acts", "document.on.document", "folders", "people"],
    ] + scenes + [["PUBLICATIONS"]] + publications + trash,
    "blank": [["BLANK"], ["files", "Files", "globe", "files", "people"]] + trash,
    "records": trash,
    "papers": [
        ["PAPERS"], ["bundles", "Bundles", "books.vertical", "folders", "people"], ["docs", "Docs", "doc.on.doc", "folders", "people"],
    ] + trash,
]
private let setAside = ["set-aside", "Set Aside", "archivebox", "nothing", "moves"]
private let research = ["research", "Research", "magnifyingglass", "files", "people"]
private let magazines = ["magazines", "Magazines", "magazine", "folders", "people"]
private let body = [
    ["all", "All", "globe", "nothing", "derived"],
    ["draft", "Draft", "doc.badge.ellipsis", "files", "people"],
    ["ready", "Ready", "checkmark.circle", "nothing", "moves"],
    setAside,
    ["published", "Published", "book.circle", "nothing", "moves"],
    ["collections", "Collections", "books.vertical", "folders", "people"],
    ["submissions", "Submissions", "paperplane", "folders", "people"],
    research,
]
private let scenes = [
    ["scenes", "Scenes", "document.badge.plus", "files", "people"],
    ["characters", "Characters", "person.circle", "files", "people"],
    ["locations", "Locations", "mountain.2", "files", "people"],
    setAside, research,
]
private let publications = [
    ["competitions", "Competitions", "medal", "folders", "people"],
    ["commissions", "Commissions", "person.2", "folders", "people"],
    ["other", "Other", "tray", "folders", "people"],
]
private let trash = [["TRASH"], ["trash", "Trash", "trash", "nothing", "anything"]]

/// A template in the form of the table.
private func rows(of template: Template) -> [[String]] {
    var rows: [[String]] = []
    var section: ForeignText?
    for folder in template.folders {
        if folder.section != section { rows.append([folder.section.raw]) }
        section = folder.section
        rows.append([
            folder.role.rawValue, folder.name, folder.symbol, folder.accepts.rawValue, folder.filling.rawValue,
        ])
    }
    return rows
}

/// The kinds that the program brings.
let shipped = KindModules([WritingKind(), RecordsKind(), PapersKind()]).kinds

@Suite struct KindTests {
    @Test(arguments: shipped.names)
    func `a shipped kind is the specification's table`(name: String) throws {
        let kind = try shipped.kind(named: name)
        #expect(kind.name == name)
        #expect(kind.root == .folders)
        #expect(kind.rootFolders == (name == "records" ? .collection : .folder))
        #expect(rows(of: Template(kind, language: .english)) == table[name])
    }

    @Test func `every kind of the table is shipped`() { #expect(Set(shipped.names) == Set(table.keys)) }

    @Test func `prose and drama are other names`() throws {
        #expect(try shipped.kind(named: "prose") == shipped.kind(named: "short-story"))
        #expect(try shipped.kind(named: "drama") == shipped.kind(named: "script"))
        var synonyms: [String: String] = [:]
        for name in shipped.names {
            for synonym in try shipped.kind(named: name).synonyms { synonyms[synonym] = name }
        }
        #expect(synonyms == shipped.synonyms)
    }

    @Test(arguments: [
        ("peotry", "poetry"), ("Poetry", "poetry"), ("novels", "novel"), ("scrpt", "script"), ("short", "short-story"),
        ("short story", "short-story"), ("dramma", "drama"), ("opera-buffa", nil), ("", nil),
    ])
    func `an unknown kind is answered with the nearest`(name: String, nearest: String?) {
        #expect(throws: KindError.unknown(name: name, known: shipped.names, nearest: nearest)) {
            try shipped.kind(named: name)
        }
    }

    @Test func `the message for an unknown kind names what there is`() {
        let error = KindError.unknown(name: "peo\u{1b}try", known: ["blank", "poetry"], nearest: "poetry")
        #expect(
            error.description
                == "There is no kind of project called “peo\\u{1b}try”. Did you mean “poetry”? There are: blank, poetry.")
    }

    @Test(arguments: shipped.names)
    func `folder names are usable and unique in every language, case and normalisation aside`(name: String) throws {
        let kind = try shipped.kind(named: name)
        for language in Languages.all {
            let names = kind.folders.compactMap { $0.names[language] }
            #expect(names.count == kind.folders.count, "\(language) is complete")
            let rejected = Languages.strings(language).rejected
            #expect(Set((names + [rejected]).map { FoldKey(Name($0)) }).count == names.count + 1, "\(language)")
            for name in names + [rejected] {
                #expect(Name(name).isPossible && !Name(name).isHidden && EscapedText.escape(Array(name.utf8)) == name)
                #expect(name.first?.isWhitespace == false && name.last?.isWhitespace == false)
            }
        }
    }

    @Test(arguments: shipped.names)
    func `a name in any language stands for one role`(name: String) throws {
        let kind = try shipped.kind(named: name)
        var roles: [FoldKey: Role] = [:]
        for folder in kind.folders {
            for text in folder.names.values {
                let known = roles.updateValue(folder.role, forKey: FoldKey(Name(text)))
                #expect(known == nil || known == folder.role, "\(text)")
            }
        }
        for text in Languages.strings(.english).rejectedNames.values { #expect(roles[FoldKey(Name(text))] == nil) }
    }

    @Test(arguments: shipped.names)
    func `section titles are there in every language and differ`(name: String) throws {
        let kind = try shipped.kind(named: name)
        for language in Languages.all {
            let titles = kind.sections.compactMap { $0.titles[language] }
            #expect(titles.count == kind.sections.count)
            #expect(Set(titles).count == titles.count)
        }
    }
}
