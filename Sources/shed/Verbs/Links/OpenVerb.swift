import ArgumentParser
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel
import ShedService

struct OpenVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open what a link of shed leads to, in the desktop's program.",
        discussion: """
            The project that is worked in is asked first, then all that this machine knows. Nothing but “shed:” and an ID is taken: \
            a path or an address is refused, and so is a file that the desktop would run.

            Example: shed open shed:0192f0c1-2d3e-7a4b-8c5d-6e7f8091a2b3
            """)

    @Argument(help: "The link, as “shed link” prints it.") var link: String
    @Flag(help: "Print the path instead, from where the program was started.") var print = false
    @OptionGroup var global: GlobalOptions

    var onlyLooks: Bool { true }

    private static let program = "xdg-open"
    /// Files that desktops run, or hand to a program that does, or installs one.
    private static let programs = [
        ".desktop", ".kdelnk", ".appimage", ".exe", ".jar", ".run", ".msi", ".bat", ".cmd", ".com", ".lnk", ".url", ".scr", ".pif", ".hta", ".vbs", ".vbe", ".wsf",
        ".ps1", ".flatpakref", ".flatpakrepo", ".flatpak", ".snap", ".deb", ".rpm", ".apk", ".jnlp", ".jse", ".wsh", ".wsc", ".sct", ".reg", ".cpl", ".msc", ".msp",
        ".application", ".appref-ms", ".gadget", ".inf", ".command", ".webloc", ".xpi", ".crx", ".vsix", ".plasmoid", ".pyz",
    ]

    /// Whether a file is run where it is opened, whatever it is called: by the kernel, where it is for that, and begins as a program or a script
    /// does (execve(2); where a file system has no permissions (FAT), all files are for that), or by the desktop, which knows an entry
    /// of its menu by how it begins (shared-mime-info, `application/x-desktop`).
    private static func isRun(_ path: RelativePath, in project: Project) -> Bool {
        guard let name = path.last, let folder = try? project.home.root.openDirectory(at: path.parent), (try? folder.kind(of: name)) != .directory
        else { return false }
        // Of a link, and of what cannot be read, nobody knows.
        guard let file = try? folder.file(name), let beginning = try? folder.readBeginning(name, atMost: 4_096) else { return true }
        if isEntry(beginning) { return true }
        return file.evidence.mode & 0o111 != 0 && [Array("#!".utf8), [0x7f] + Array("ELF".utf8), Array("MZ".utf8)].contains { beginning.starts(with: $0) }
    }

    /// Comments and empty lines may stand before it (Desktop Entry Specification 1.5).
    private static func isEntry(_ beginning: [UInt8]) -> Bool {
        let lines = beginning.split(whereSeparator: { $0 == 0x0a || $0 == 0x0d })
        guard let first = lines.first(where: { $0.first != UInt8(ascii: "#") && $0.contains { $0 > 0x20 } }) else { return false }
        return ["[Desktop Entry]", "[KDE Desktop Entry]"].contains { first.drop { $0 <= 0x20 }.starts(with: $0.utf8) }
    }

    func perform(_ session: Session) throws -> Ending {
        guard let id = LinkTo.node(of: link) else {
            // Whoever wrote it may have made it as long as they liked.
            let start = String(String.UnicodeScalarView(link.unicodeScalars.prefix(60)))
            let word = EscapedText.escape(RawArguments.bytes(of: start)) + (start.utf8.count < link.utf8.count ? "…" : "")
            throw ShedError(.usage, .notALink(word: word), remedy: .linksLookLike)
        }
        let (project, path) = try LinkedPlace.find(id, session)
        if global.json {
            var object = JSONBuilder()
            object.add("id", id)
            object.add("project", bytes: project.home.path)
            object.add("path", bytes: path.bytes)
            session.output.json(object.value)
            if print { return .done }
        } else if global.zero {
            session.output.path(session.style.place(path))
            if print { return .done }
        } else if print {
            session.output.line(session.style.path(path))
            return .done
        }
        if OpenVerb.isRun(path, in: project) { throw ShedError(.refused, .isAProgram(path: session.style.path(path)), remedy: .printInstead) }
        try open(project.home.path + (path.isRoot ? [] : [UInt8(ascii: "/")] + path.bytes), path, session)
        return .done
    }

    /// - Parameter place: an absolute path, so that it is no option to whoever gets it.
    private func open(_ place: [UInt8], _ path: RelativePath, _ session: Session) throws {
        let shown = session.style.path(path)
        if let name = path.last, OpenVerb.programs.contains(where: name.hasSuffix) {
            throw ShedError(.refused, .isAProgram(path: shown), remedy: .printInstead)
        }
        guard let text = String(validating: place, as: UTF8.self) else {
            throw ShedError(.refused, .notUTF8Here(path: shown), remedy: .printInstead)
        }
        let environment = Session.wholeEnvironment()
        guard let program = ProgramPath.find(OpenVerb.program, environment: environment) else {
            throw ShedError(.environment, .nothingOpens(program: OpenVerb.program), remedy: .printInstead)
        }
        try session.output.flush()
        // Where no desktop takes it over, it runs the program itself and waits for its end, as long as somebody works in it.
        let ending = try ServiceReport.mending { try ChildProcess.run(program, [text], environment: environment, milliseconds: .max / 4) }
        guard ending.code == 0 else {
            throw ShedError(.environment, .notOpened(path: shown, reason: ending.text.isEmpty ? "\(OpenVerb.program): \(ending.code)" : ending.text), remedy: .printInstead)
        }
    }
}

/// Where what a link leads to stands.
enum LinkedPlace {
    /// What a link or an ID leads to, for who works in no project; `nil` for any other word, and within a project.
    static func outside(_ word: String, _ session: Session) throws -> (project: Project, path: RelativePath)? {
        guard let id = LinkTo.node(of: word) ?? NodeID(word), !session.isInProject else { return nil }
        try session.leaveToCaller()
        return try find(id, session)
    }

    /// Looks in the project that is worked in, and then in all that this machine knows; writes nothing.
    /// - Throws: ``ShedError`` where it stands in none, with the words of one that has it as missing, or in several others.
    static func find(_ id: NodeID, _ session: Session) throws -> (project: Project, path: RelativePath) {
        // Where nobody is in a project, there is none to be asked first.
        let here = try? session.openToLook()
        var absence: (project: Project, error: ShedError)?
        do throws(ShedError) {
            if let here, let path = try place(of: id, in: here) { return (here, path) }
        } catch {
            // Of what cannot be read nobody knows whether it stands there.
            guard let here, error.kind == .usage else { throw error }
            absence = (here, error)
        }
        var found: [(project: Project, path: RelativePath)] = []
        // One that cannot be read has nothing that could be opened.
        try session.lookIntoOthers(besides: here?.home.path) { project in
            do throws(ShedError) {
                if let path = try place(of: id, in: project) { found.append((project, path)) }
            } catch {
                if absence == nil, error.kind == .usage { absence = (project, error) }
            }
            return true
        }
        guard let first = found.first else {
            if let absence {
                session.showPaths(below: absence.project.home.path)
                throw absence.error
            }
            throw ShedError(.usage, .noProjectHas(id: "\(id)"), remedy: .projectsAreListed)
        }
        guard found.count == 1 else {
            let names = Message.list(found.map { EscapedText.escape($0.project.home.path) })
            throw ShedError(.refused, .severalProjectsHave(id: "\(id)", names: names), remedy: .goToOne)
        }
        session.showPaths(below: first.project.home.path)
        return first
    }

    /// - Returns: `nil` where the project does not know the ID.
    /// - Throws: ``ShedError`` where it does, and what it is of is not there.
    private static func place(of id: NodeID, in project: Project) throws(ShedError) -> RelativePath? {
        guard project.asKnown.knows(id) else { return nil }
        return try project.refresh().path(of: id)
    }
}
