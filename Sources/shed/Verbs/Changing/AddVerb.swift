import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

struct AddVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Make a file or a folder where it is accepted.",
        discussion: """
            Example: shed add file "Draft/Ode.txt" --text "O spring"
            """)

    enum Sort: String, ExpressibleByArgument, CaseIterable {
        case file
        case folder
    }

    @Argument(help: "file or folder.") var sort: Sort
    @Argument(help: "Where, with its name.", completion: .file()) var path: String
    @Option(help: ArgumentHelp("What the file holds.", valueName: "text")) var text: String?
    @Flag(help: "Read what the file holds from the standard input.") var stdin = false
    @Option(help: ArgumentHelp("Begin with a file of the project's template, by its key.", valueName: "key")) var template: String?
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    /// In bytes; more is better copied than piped.
    private static let largest = 1 << 30

    func validate() throws {
        if text != nil, stdin { throw ValidationError(.giveEither(first: "--text", second: "--stdin")) }
        if template != nil, text != nil || stdin { throw ValidationError(.giveEither(first: "--template", second: stdin ? "--stdin" : "--text")) }
        if sort == .folder, text != nil || stdin || template != nil { throw ValidationError(.folderHoldsNoText) }
    }

    /// Who forgets to say what to make is told so. A folder with a name behind it is meant as the place of what has that name.
    static func hint(for message: String, _ words: [String]) -> String? {
        let (start, end) = ("Error: The value '", "' is invalid for '<sort>'.")
        guard message.hasPrefix(start), let line = message.split(separator: "\n").first, let range = line.firstRange(of: end) else { return nil }
        var path = String(line[..<range.lowerBound].dropFirst(start.count))
        let behind = words.drop(upTo: path).prefix { !$0.hasPrefix("-") }
        if !behind.isEmpty { path += (path.hasSuffix("/") ? "" : "/") + behind.joined(separator: " ") }
        let sort = path.hasSuffix("/") ? Sort.folder : .file
        let command = "shed add \(sort.rawValue) \(ShellWord.quote(RawArguments.bytes(of: path)))"
        return "Error: “shed add” takes file or folder, and then the path. Did you mean “\(command)”?" + message.dropFirst(line.count)
    }

    var delegation: Delegation { stdin || change.dryRun ? .never : .change }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let isFolder = self.path.hasSuffix("/")
        let path = try session.path(path, in: project)
        let shown = session.style.path(path)
        if sort == .file, isFolder {
            throw project.hasFolder(at: path)
                ? ShedError(.usage, .isAFolder(path: shown), remedy: .nameFileToo(command: "shed add file \(path)/NAME"))
                : ShedError(.usage, .noFolderHere(path: shown), remedy: project.asKnown.help(forMissing: path) ?? .addFolderMakesOne)
        }
        var content = try template.map { key throws(ShedError) in try begun(key, project, session) } ?? text.map(RawArguments.bytes) ?? []
        if let last = content.last, last != UInt8(ascii: "\n"), template == nil { content.append(UInt8(ascii: "\n")) }
        if stdin, !change.dryRun { content = try StandardInput.read(atMost: AddVerb.largest) }
        let standing = try project.write { transaction throws(ShedError) in try transaction.add(sort == .folder ? .folder : .file, at: path, content: content, dryRun: change.dryRun) }
        if global.json {
            if standing != nil { try session.printShape(path, in: project) } else { session.output.json(session.movedJSON(from: path, to: path, id: nil)) }
        } else if global.zero {
            session.output.path(session.style.place(path))
        }
        session.say(.added(isDryRun: change.dryRun, path: shown))
        session.warnOfRest(in: project)
        return .done
    }
}

extension AddVerb {
    /// What a file of the project's template holds.
    private func begun(_ key: String, _ project: Project, _ session: Session) throws(ShedError) -> [UInt8] {
        let template = project.home.template
        guard let file = template.file(key) else {
            let keys = template.files.compactMap(\.key)
            throw ShedError(
                .usage, .noStartingFile(key: EscapedText.escape(RawArguments.bytes(of: key))),
                remedy: keys.isEmpty ? .noStartingFiles : .thereAre(names: keys.map { EscapedText.escape(Array($0.utf8)) }.joined(separator: ", ")))
        }
        return Array(file.text.utf8)
    }
}

extension [String] {
    /// The words behind the first that is a path and not the value of an option.
    fileprivate func drop(upTo path: String) -> ArraySlice<String> {
        var isValue = false
        for (position, word) in enumerated() {
            if !isValue, word == path { return dropFirst(position + 1) }
            isValue = !isValue && (["--text", "--template", "--color"].contains(word) || word.hasPrefix("-") && !word.hasPrefix("--") && word.hasSuffix("C"))
        }
        return []
    }
}
