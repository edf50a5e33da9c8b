import ShedModel

/// Has the desktop give links of shed (`shed:ID`) to `shed open` (Desktop Entry Specification 1.5; Association between MIME types and
/// applications 1.0.1).
///
/// The entry is all that is needed; where `xdg-mime` and `update-desktop-database` are, they make it known at once. Everything can be done
/// again: a call that was interrupted is completed by the next one.
public struct LinkHandler {
    /// The entry's file name.
    public static let name = "shed-links.desktop"
    /// What links of shed are to a desktop.
    static let type = "x-scheme-handler/shed"
    private static let option = " --links"

    private let environment: [String: String]
    private let entry: OwnedFile

    /// - Parameter environment: `HOME` and `XDG_DATA_HOME` say where the entry stands, `PATH` which programs are here.
    /// - Throws: ``ServiceError`` where there is no home directory, it is another user's, or its path holds control characters.
    public init(environment: [String: String] = ServiceEnvironment.current()) throws(ServiceError) {
        // Another user's home is refused there.
        _ = try ServiceManager.configuration(environment)
        self.environment = environment
        entry = OwnedFile(directory: try ActionManager.data(environment) + "/applications", name: LinkHandler.name, option: LinkHandler.option)
    }

    /// The entry's path, whether it is there or not.
    public var path: String { entry.path }

    /// The text of the entry, without the mark of ``OwnedFile``.
    ///
    /// Whoever wrote the link has no say in what is run: it is one argument behind `--`, which no shell reads, and `shed open` takes nothing
    /// but `shed:` and an ID.
    func text(executable: [UInt8]) throws(ServiceError) -> String {
        let program = try ServiceCommand(executable: executable).executable
        let lasting = try LastingVariables.of(environment)
        // A program's path may not hold `=`, and env(1) would take such a path for a variable.
        let variables = lasting.isEmpty || program.contains("=") ? [] : ["/usr/bin/env"] + lasting.map { "\($0.name)=\($0.value)" }
        let words = (variables + [program, "open", "--"]).map(Autostart.argument).joined(separator: " ")
        return """
            [Desktop Entry]
            Type=Application
            Name=shed
            Comment=Opens what a link of shed leads to
            TryExec=\(Autostart.string(program))
            Exec=\(Autostart.string(words)) %u
            MimeType=\(LinkHandler.type);
            Terminal=false
            NoDisplay=true

            """
    }

    /// Writes the entry, and makes it known.
    /// - Parameters:
    ///   - executable: the absolute path of shed.
    ///   - dryRun: only say what would be done.
    ///   - force: replace an entry that a person made or changed; it is set aside.
    /// - Returns: what was done, in order, and what the entry holds; no actions where all was as it is to be.
    /// - Throws: ``ServiceError``, of kind refused where a person's file stands there; then nothing was done.
    public func install(executable: [UInt8], dryRun: Bool, force: Bool) throws(ServiceError) -> (actions: [ServiceAction], files: [(path: String, text: String)]) {
        let text = try text(executable: executable)
        let state = try entry.state()
        if state == .foreign, !force { throw ServiceError(foreign: entry.path) }
        var work = ServiceWork(isDry: dryRun)
        if state == .ours(text), isDefault { return ([], []) }
        if state == .foreign { try work.setAside(entry) }
        if state != .ours(text) { try work.write(entry, text) }
        tell(&work)
        if let program = ProgramPath.find("xdg-mime", environment: environment) {
            run(program, ["default", LinkHandler.name, LinkHandler.type], &work)
        } else {
            work.note("xdg-mime is not here: should a click on a link do nothing, choose shed for it in the desktop's settings.")
        }
        return (work.actions, [(entry.path, String(decoding: entry.content(of: text), as: UTF8.self))])
    }

    /// Removes the entry.
    /// - Parameter force: also take away what a person changed; it is set aside.
    /// - Returns: what was done, in order; empty if there was nothing to do.
    /// - Throws: ``ServiceError``, of kind refused where a person's file stands there; then nothing was done.
    public func uninstall(dryRun: Bool, force: Bool) throws(ServiceError) -> [ServiceAction] {
        let state = try entry.state()
        if state == .absent { return [] }
        if state == .foreign, !force { throw ServiceError(foreign: entry.path) }
        var work = ServiceWork(isDry: dryRun)
        if state == .foreign { try work.setAside(entry) } else { try work.remove(entry) }
        tell(&work)
        return work.actions
    }

    /// Whether the entry is there as this shed writes it, and the desktop, where it can be asked, takes links there.
    public func isInstalled(executable: [UInt8]) throws(ServiceError) -> Bool { try entry.state() == .ours(text(executable: executable)) && isDefault }

    /// Where nobody can be asked, the entry alone decides.
    private var isDefault: Bool {
        guard let program = ProgramPath.find("xdg-mime", environment: environment) else { return true }
        let ending = try? ChildProcess.run(program, ["query", "default", LinkHandler.type], environment: environment, milliseconds: LinkHandler.patience)
        return ending.map { ending in ending.code == 0 && ending.output.starts(with: Array((LinkHandler.name + "\n").utf8)) } ?? true
    }

    /// Has what desktops keep of the entries made anew; those that look into the folder itself need nothing.
    private func tell(_ work: inout ServiceWork) {
        guard let program = ProgramPath.find("update-desktop-database", environment: environment) else { return }
        run(program, ["-q", entry.directory], &work)
    }

    /// In milliseconds.
    private static let patience: Int64 = 30_000

    private func run(_ program: String, _ words: [String], _ work: inout ServiceWork) {
        let line = ([program.split(separator: "/").last.map(String.init) ?? program] + words).joined(separator: " ")
        work.did(.run, line)
        guard !work.isDry else { return }
        do throws(ServiceError) {
            let ending = try ChildProcess.run(program, words, environment: environment, milliseconds: LinkHandler.patience)
            if ending.code != 0 { work.note("“\(line)” failed: \(ending.text.isEmpty ? "exit code \(ending.code)" : ending.text).") }
        } catch { work.note("\(error)") }
    }
}
