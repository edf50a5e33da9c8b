import ShedMessages
import ShedModel

/// Puts actions of shed into the menus of file managers: “Check with shed”, “New here”, “Move to Ready” and others (``FileAction``).
///
/// Each runs one script, which runs shed by its path. Nothing of it needs D-Bus or the daemon. Everything can be done
/// again: a call that was interrupted is completed by the next one.
public struct ActionManager {
    private static let option = " --actions"

    private let environment: [String: String]
    private let script: OwnedFile
    private let nautilus: [(file: OwnedFile, action: FileAction)]
    /// What the scripts are called in other languages: in one of these they may have been installed before.
    private let otherScripts: [OwnedFile]
    private let menu: OwnedFile
    private let actionFiles: [OwnedFile]
    private let thunar: ThunarFile

    /// - Parameters:
    ///   - environment: `HOME`, `XDG_DATA_HOME`, `XDG_CONFIG_HOME` and `XDG_CONFIG_DIRS` say where the files
    ///     stand, `PATH` which file managers are here.
    ///   - language: of what has a name in one language alone; `nil`: that of the locale.
    /// - Throws: ``ServiceError`` where there is no home directory, it is another user's, or its path cannot stand in a
    ///   menu.
    public init(environment: [String: String] = ServiceEnvironment.current(), language: Language? = nil) throws(ServiceError) {
        self.environment = environment
        let configuration = try ServiceManager.configuration(environment)
        let data = try Self.data(environment)
        script = Self.program(data + "/shed/actions", ActionScript.name)
        let scripts = data + "/nautilus/scripts/shed"
        // A file has one name, so it is that of the language in which it is installed.
        let language = language ?? Language.wanted(in: environment) ?? .english
        let titles = FileAction.allCases.map { $0.title(language) }
        nautilus = zip(titles, FileAction.allCases).map { (Self.program(scripts, $0), $1) }
        let others = Set(Catalogue.languages.flatMap { language in FileAction.allCases.map { $0.title(language) } }).subtracting(titles)
        otherScripts = others.sorted().map { Self.program(scripts, $0) }
        menu = OwnedFile(directory: data + "/kio/servicemenus", name: ServiceMenu.name, isProgram: true, option: Self.option)
        actionFiles = ActionFiles.names.map { OwnedFile(directory: data + "/file-manager/actions", name: $0, option: Self.option) }
        let system = environment["XDG_CONFIG_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/etc/xdg"
        thunar = ThunarFile(
            directory: configuration + "/Thunar",
            systemDirectories: system.split(separator: ":").filter { $0.hasPrefix("/") }.map { $0 + "/Thunar" })
    }

    private static func program(_ directory: String, _ name: String) -> OwnedFile {
        OwnedFile(directory: directory, name: name, opening: "#!/bin/sh\n", isProgram: true, option: option)
    }

    static func data(_ environment: [String: String]) throws(ServiceError) -> String {
        var result: String?
        if let directory = environment["XDG_DATA_HOME"], directory.hasPrefix("/") {
            result = directory
        } else if let home = environment["HOME"], home.hasPrefix("/") {
            result = home + "/.local/share"
        }
        guard let result else {
            throw ServiceError(.environment, "there is no home directory to keep this in", remedy: "Set HOME to an absolute path.")
        }
        guard !result.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) else {
            throw ServiceError(
                .environment, "the path \(EscapedText.escape(Array(result.utf8))) holds control characters, and no menu takes such a path",
                remedy: "Set XDG_DATA_HOME to a path without them.")
        }
        return result
    }

    /// The file managers that are here.
    public var present: [Browser] {
        Browser.allCases.filter { $0.programs.contains { ProgramPath.find($0, environment: environment) != nil } }
    }

    /// A file and what it is to hold.
    private struct Plan {
        var file: OwnedFile
        var text: String
        var browser: Browser?
    }

    private func plans(executable: [UInt8]) throws(ServiceError) -> [Plan] {
        let run = ShellWord.literal(script.path)
        return [Plan(file: script, text: try ActionScript(executable: executable, environment: environment).text)]
            + nautilus.map { Plan(file: $0.file, text: "exec \(run) --nautilus \($0.action.rawValue)\n", browser: .nautilus) }
            + [Plan(file: menu, text: ServiceMenu(script: script.path).text, browser: .dolphin)]
            + zip(actionFiles, ActionFiles(script: script.path).all).map { Plan(file: $0, text: $1.text, browser: .pcmanfm) }
    }

    private static func isOurs(_ file: OwnedFile) throws(ServiceError) -> Bool { if case .ours = try file.state() { true } else { false } }

    private var actions: ThunarActions { ThunarActions(script: script.path) }

    /// Writes the script, and the menus of the file managers that are here.
    /// - Parameters:
    ///   - executable: the absolute path of shed.
    ///   - dryRun: only say what would be done.
    ///   - force: replace files, and commands of Thunar's actions, that a person made or changed; they are set aside.
    /// - Returns: what was done, in order, and what the files that were written hold.
    /// - Throws: ``ServiceError``: of kind refused where a person's file stands in the way, or Thunar's cannot be read as
    ///   what it is; of kind environment where no file manager is here. Then nothing was done.
    public func install(executable: [UInt8], dryRun: Bool, force: Bool) throws(ServiceError) -> (actions: [ServiceAction], files: [(path: String, text: String)]) {
        let present = present
        guard !present.isEmpty else {
            throw ServiceError(
                .environment, "no file manager that shed has actions for is here (\(Browser.allCases.map(\.title).joined(separator: ", ")))",
                remedy: "Install one, or add its folder to PATH, and run this again.")
        }
        var work = ServiceWork(isDry: dryRun)
        var files: [(path: String, text: String)] = []
        // All is looked at before anything is written.
        var pending: [(plan: Plan, state: OwnedFile.State)] = []
        for plan in try plans(executable: executable) where plan.browser.map(present.contains) ?? true {
            let state = try plan.file.state()
            if state == .foreign, !force { throw ServiceError(foreign: plan.file.path) }
            if state != .ours(plan.text) || !plan.file.isRunnable { pending.append((plan, state)) }
        }
        let old = present.contains(.thunar) ? try thunar.read() : nil
        let new = present.contains(.thunar) ? try changing { () throws(ThunarActions.Refusal) in try actions.added(to: old ?? thunar.beginning(), force: force) } : nil
        for file in otherScripts where try Self.isOurs(file) { try work.remove(file) }
        for (plan, state) in pending {
            if state == .foreign { try work.setAside(plan.file) }
            try work.write(plan.file, plan.text)
            files.append((plan.file.path, String(decoding: plan.file.content(of: plan.text), as: UTF8.self)))
        }
        if let new, new != old {
            try write(new, over: old, &work)
            files.append((thunar.path, String(decoding: new, as: UTF8.self)))
            work.note("Thunar reads this when it starts: end one that runs by “thunar -q”.")
        }
        return (work.actions, files)
    }

    private func write(_ new: [UInt8], over old: [UInt8]?, _ work: inout ServiceWork) throws(ServiceError) {
        if let old {
            work.did(.keep, work.isDry ? thunar.nextBackup() : try thunar.replace(old, with: new))
        } else if !work.isDry {
            try thunar.create(new)
        }
        work.did(.write, thunar.path)
    }

    /// Removes what ``install(executable:dryRun:force:)`` wrote, whichever file managers are still here.
    /// - Parameter force: also take away what a person changed; it is set aside.
    /// - Returns: what was done, in order; empty if there was nothing to do.
    /// - Throws: ``ServiceError``, of kind refused where a person's file stands there; then nothing was done.
    public func uninstall(dryRun: Bool, force: Bool) throws(ServiceError) -> [ServiceAction] {
        var work = ServiceWork(isDry: dryRun)
        var pending: [(file: OwnedFile, state: OwnedFile.State)] = []
        // The script last: until then what is left of an interruption still works.
        for file in nautilus.map(\.file) + [menu] + actionFiles.reversed() + [script] {
            let state = try file.state()
            if state == .foreign, !force { throw ServiceError(foreign: file.path) }
            if state != .absent { pending.append((file, state)) }
        }
        // What a person made under such a name, or made of it, is none of what is installed.
        for file in otherScripts where try Self.isOurs(file) { pending.insert((file, try file.state()), at: 0) }
        if let old = try thunar.read() {
            let new = try changing { () throws(ThunarActions.Refusal) in try actions.removed(from: old, force: force) }
            if new != old { try takeOut(old, new, &work) }
        }
        for (file, state) in pending {
            if state == .foreign { try work.setAside(file) } else { try work.remove(file) }
            if !dryRun { file.removeEmptyDirectory() }
        }
        return work.actions
    }

    /// A file that is as shed would make a new one goes whole: then Thunar reads the system's again.
    private func takeOut(_ old: [UInt8], _ new: [UInt8], _ work: inout ServiceWork) throws(ServiceError) {
        let beginning = thunar.beginning()
        if new == beginning, try changing({ () throws(ThunarActions.Refusal) in try actions.added(to: beginning, force: false) }) == old {
            if !work.isDry { try thunar.remove() }
            work.did(.remove, thunar.path)
        } else {
            try write(new, over: old, &work)
        }
    }

    private func changing(_ body: () throws(ThunarActions.Refusal) -> [UInt8]) throws(ServiceError) -> [UInt8] {
        do throws(ThunarActions.Refusal) { return try body() } catch { throw ServiceError(error, thunar.path) }
    }

    /// How the actions are now.
    /// - Parameter executable: the absolute path of shed.
    public func status(executable: [UInt8]) throws(ServiceError) -> ActionStatus {
        let plans = try plans(executable: executable)
        let present = present
        var menus: [ActionStatus.Menu] = []
        let isScriptThere = try isWhole(plans[0])
        for browser in Browser.allCases {
            var menu = ActionStatus.Menu(browser: browser, isPresent: present.contains(browser), path: "", isInstalled: false, isChangedByHand: false)
            switch browser {
            case .thunar:
                menu.path = thunar.path
                let bytes = try thunar.read()
                do throws(ThunarActions.Refusal) {
                    menu.isInstalled = try bytes.map { bytes throws(ThunarActions.Refusal) in try actions.isComplete(bytes) } ?? false
                } catch { menu.isChangedByHand = true }
            case .nautilus, .dolphin, .pcmanfm:
                let files = plans.filter { $0.browser == browser }
                menu.path = browser == .dolphin ? files[0].file.path : files[0].file.directory
                menu.isInstalled = true
                for plan in files {
                    if try !isWhole(plan) { menu.isInstalled = false }
                    if try plan.file.state() == .foreign { menu.isChangedByHand = true }
                }
            }
            menu.isInstalled = menu.isInstalled && isScriptThere
            menus.append(menu)
        }
        return ActionStatus(script: script.path, isScriptChangedByHand: try script.state() == .foreign, menus: menus)
    }

    private func isWhole(_ plan: Plan) throws(ServiceError) -> Bool { try plan.file.state() == .ours(plan.text) && plan.file.isRunnable }
}
