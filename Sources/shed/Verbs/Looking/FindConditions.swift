import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

/// What `--type` takes.
enum FoundType: String, ExpressibleByArgument, CaseIterable {
    case file
    case folder
}

/// What `find` asks for besides words.
struct FindConditions: ParsableArguments {
    @Option(name: .customLong("in"), help: ArgumentHelp("Only in this folder, at any depth.", valueName: "folder"), completion: .directory) var folder: String?
    @Option(help: "Only file or folder.") var type: FoundType?
    @Option(
        help: ArgumentHelp("The folder with this role, such as draft or trash; with --text, what is in it.", valueName: "role"),
        completion: .custom { _, _, _ in Installed.roles })
    var role: String?
    @Option(help: ArgumentHelp("A pattern for the whole name, such as \"*.txt\".", valueName: "glob")) var name: [String] = []
    @Option(help: ArgumentHelp("Words that the file's text holds; wind* begins words, \"…\" is a phrase.", valueName: "words")) var text: [String] = []
    @Flag(help: "With --text: words are looked for as they stand, within longer words too; accents count.") var exact = false
    @Option(help: ArgumentHelp("Modified after this time.", valueName: "time")) var newer: String?
    @Option(help: ArgumentHelp("Modified before this time.", valueName: "time")) var older: String?
    @Option(help: ArgumentHelp("Modified then: 2026-11, 2026-01..2026-03, 3d.", valueName: "period")) var modified: String?
    @Option(help: ArgumentHelp("Files of more bytes than this.", valueName: "size")) var larger: String?
    @Option(help: ArgumentHelp("Files of fewer bytes than this.", valueName: "size")) var smaller: String?
    @Option(help: ArgumentHelp("What has this tag: NAME or GROUP/NAME.", valueName: "tag"), completion: Completions.tags) var tag: [String] = []
    @Option(name: .customLong("not"), help: ArgumentHelp("What does not have this tag.", valueName: "tag"), completion: Completions.tags) var absentTag: [String] = []
    @Flag(help: "What has no tag.") var untagged = false
    @Option(name: .customLong("var"), help: ArgumentHelp("What has such a value: \"rating>=4\", state=open, or rating for any.", valueName: "test")) var variable: [String] = []
    @Option(help: ArgumentHelp("Documents that link to this path, or to anything in it.", valueName: "path"), completion: .file()) var linkingTo: String?
    @Flag(help: "Look among what is missing.") var missing = false
    @Flag(help: "Only what was refused and lies in Rejected.") var rejected = false
    @Option(help: ArgumentHelp("What has this ID.", valueName: "id"), completion: Completions.missing) var id: String?

    /// All of it, with words for the name.
    func search(_ words: [String], _ session: Session, in project: Project) throws(ShedError) -> Search {
        var search = Search()
        search.words = words.map(RawArguments.bytes)
        search.globs = name.map(RawArguments.bytes)
        for text in text {
            guard search.addText(try session.text(text, of: "--text"), isExact: exact) else {
                throw ShedError(.usage, .noWordInText, remedy: .sayWhatToLookFor)
            }
        }
        if let folder { search.folder = try session.path(folder, in: project) }
        search.facts.type = type.map { $0 == .file ? .file : .folder }
        if let role { try choose(project.role(named: role), for: &search, in: project) }
        let now = project.home.surroundings.now()
        if let newer { search.facts.newer = try TimeArgument.time(newer, now: now, of: "--newer") }
        if let older { search.facts.older = try TimeArgument.time(older, now: now, of: "--older") }
        if let modified { search.facts.narrow(to: try TimePeriod(modified, now: now, of: "--modified")) }
        if let larger { search.facts.larger = try SizeArgument.bytes(larger, of: "--larger") }
        if let smaller { search.facts.smaller = try SizeArgument.bytes(smaller, of: "--smaller") }
        if let id {
            guard let known = NodeID(id) ?? LinkTo.node(of: id) else { throw ShedError(.usage, .notAnID(word: EscapedText.escape(RawArguments.bytes(of: id))), remedy: .showPrintsID) }
            search.marks.id = known
        }
        for word in tag { search.marks.tags.append(try session.text(word, of: "--tag")) }
        for word in absentTag { search.marks.absentTags.append(try session.text(word, of: "--not")) }
        search.marks.isUntagged = untagged
        for test in variable { search.marks.values.append(try session.text(test, of: "--var")) }
        if let linkingTo {
            let target = try session.path(named: linkingTo, in: project)
            let reading = (try? project.refresh()) ?? project.asKnown
            _ = try reading.find(target)
            search.marks.paths = try reading.documents(linkingTo: target)
        }
        search.isMissing = missing
        search.marks.isRejected = rejected
        return search
    }

    /// The folder itself is meant or, where texts are looked for, which no folder has, what is in it.
    private func choose(_ role: Role, for search: inout Search, in project: Project) throws(ShedError) {
        guard search.isOfTexts else {
            search.marks.role = role
            return
        }
        let folders = try project.folders(with: role)
        // A view shows what stands elsewhere.
        if folder == nil, folders.count == 1 { search.folder = folders[0] } else { search.marks.roleAbove = role }
    }
}

extension Search.Facts {
    /// Besides what is asked for already.
    fileprivate mutating func narrow(to period: TimePeriod) {
        // The bounds themselves do not count.
        if let start = period.start { newer = max(newer ?? .min, start - 1) }
        if let end = period.end { older = min(older ?? .max, end) }
    }
}
