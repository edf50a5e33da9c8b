import Glibc
import ShedTestSchedule
import ShedModel
import Testing

@testable import ShedService

@Suite(.waitsForPrograms) struct `Actions in file managers` {
    private let program = Array("/usr/local/bin/shed".utf8)
    private let run = ".local/share/shed/actions/run"
    private let scripts = ".local/share/nautilus/scripts/shed"
    private let menu = ".local/share/kio/servicemenus/shed.desktop"
    private let thunar = ".config/Thunar/uca.xml"

    private func bench(_ programs: [String] = ["nautilus", "thunar", "dolphin"]) throws -> Bench {
        let bench = try Bench()
        for name in programs { try bench.program(name, "exit 9") }
        return bench
    }

    private func manager(_ bench: Bench) throws -> ActionManager {
        // No system's file of Thunar's but the bench's own.
        try ActionManager(environment: bench.environment.merging(["XDG_CONFIG_DIRS": bench.path + "/xdg"]) { $1 })
    }

    private func install(_ bench: Bench, _ program: [UInt8]? = nil, dryRun: Bool = false, force: Bool = false) throws -> [ServiceAction] {
        try manager(bench).install(executable: program ?? self.program, dryRun: dryRun, force: force).actions
    }

    private func uninstall(_ bench: Bench, dryRun: Bool = false, force: Bool = false) throws -> [ServiceAction] {
        try manager(bench).uninstall(dryRun: dryRun, force: force)
    }

    private func files() -> [String] { [run, menu] + FileAction.allCases.map { "\(scripts)/\($0.title())" } }

    private func mode(_ bench: Bench, _ name: String) -> mode_t {
        var status = stat()
        return lstat(bench.path + "/" + name, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    @Test func `are installed for those that are here, and all is gone afterwards`() throws {
        let bench = try bench()
        #expect(try !manager(bench).status(executable: program).isComplete)
        let done = try install(bench)
        #expect(done.filter { $0.kind == .write }.count == 3 + FileAction.allCases.count)
        for name in files() { #expect(mode(bench, name) == 0o755, "\(name)") }
        let status = try manager(bench).status(executable: program)
        #expect(status.isComplete)
        #expect(status.missing == [])
        #expect(try install(bench) == [])
        _ = try uninstall(bench)
        for name in files() + [thunar, scripts, ".local/share/shed/actions"] { #expect(!bench.exists(name), "\(name)") }
        #expect(try uninstall(bench) == [])
    }

    @Test func `menus say it in the languages that shed speaks, and files are called by that of who installs them`() throws {
        let bench = try bench(["nautilus", "thunar", "dolphin", "pcmanfm-qt"])
        func manager(_ locale: String) throws -> ActionManager {
            try ActionManager(environment: bench.environment.merging(["XDG_CONFIG_DIRS": bench.path + "/xdg", "LC_ALL": locale]) { $1 })
        }
        _ = try manager("C").install(executable: program, dryRun: false, force: false)
        for language in FileAction.languages {
            #expect(Set(FileAction.allCases.map { $0.title(language) }).count == FileAction.allCases.count)
            for action in FileAction.allCases {
                #expect(action.title(language) != action.title() && action.comment(language) != action.comment(), "\(language) \(action)")
                #expect(!action.title(language).contains("/") && !action.title(language).contains("\n"))
                #expect(bench.text(menu)?.contains("Name=\(action.title())\n") == true)
                #expect(bench.text(menu)?.contains("Name[\(language.rawValue)]=\(action.title(language))\n") == true)
                let item = bench.text(".local/share/file-manager/actions/shed-\(action.rawValue).desktop")
                #expect(item?.contains("Name[\(language.rawValue)]=\(action.title(language))\n") == true)
                #expect(item?.contains("Tooltip[\(language.rawValue)]=\(action.comment(language))\n") == true)
                #expect(bench.text(thunar)?.contains("<name xml:lang=\"\(language.rawValue)\">\(action.title(language))</name>") == true)
            }
        }
        // Installed again by somebody else's language they get its names, and all go whatever the language is then.
        let german = Language(rawValue: "de")
        try bench.file("\(scripts)/Historique", "mine")
        #expect(try !manager("de_DE.UTF-8").status(executable: program).isComplete)
        _ = try manager("de_DE.UTF-8").install(executable: program, dryRun: false, force: false)
        for action in FileAction.allCases { #expect(!bench.exists("\(scripts)/\(action.title())") && bench.exists("\(scripts)/\(action.title(german))")) }
        #expect(try manager("de_DE.UTF-8").status(executable: program).isComplete)
        _ = try manager("C").uninstall(dryRun: false, force: false)
        for action in FileAction.allCases { #expect(!bench.exists("\(scripts)/\(action.title(german))")) }
        #expect(bench.text("\(scripts)/Historique") == "mine")
    }

    @Test(arguments: Browser.allCases) func `only the menus of those that are here are written`(browser: Browser) throws {
        let bench = try bench(Array(browser.programs.prefix(1)))
        _ = try install(bench)
        #expect(bench.exists(run))
        #expect(bench.exists(scripts) == (browser == .nautilus))
        #expect(bench.exists(menu) == (browser == .dolphin))
        #expect(bench.exists(thunar) == (browser == .thunar))
        #expect(try manager(bench).status(executable: program).isComplete)
    }

    @Test func `without a file manager nothing is written`() throws {
        let bench = try bench([])
        #expect(throws: ServiceError.self) { try install(bench) }
        #expect(!bench.exists(".local"))
        #expect(try manager(bench).status(executable: program).missing.count == 1)
    }

    @Test func `a dry run writes nothing and says the same`() throws {
        let bench = try bench()
        let planned = try install(bench, dryRun: true)
        #expect(!bench.exists(".local") && !bench.exists(".config"))
        #expect(try install(bench) == planned)
        let text = bench.text(thunar)
        let removal = try uninstall(bench, dryRun: true)
        #expect(bench.text(thunar) == text)
        #expect(try uninstall(bench) == removal)
    }

    @Test func `a file that a person changed is neither overwritten nor removed`() throws {
        for name in files() {
            let bench = try bench()
            _ = try install(bench)
            let changed = (bench.text(name) ?? "") + "# mine\n"
            try bench.file(name, changed)
            let before = bench.text(thunar)
            for attempt in [{ try install(bench) }, { try uninstall(bench) }] {
                let error = #expect(throws: ServiceError.self) { _ = try attempt() }
                #expect(error?.kind == .refused)
            }
            #expect(bench.text(name) == changed)
            #expect(bench.text(thunar) == before)
            #expect(try manager(bench).status(executable: program).missing.contains { $0.contains("hand") })
            _ = try install(bench, force: true)
            #expect(bench.text(name + ".bak") == changed)
            #expect(try manager(bench).status(executable: program).isComplete)
        }
    }

    @Test func `what cannot be run any more is written anew`() throws {
        let bench = try bench()
        _ = try install(bench)
        chmod(bench.path + "/" + run, 0o644)
        #expect(try !manager(bench).status(executable: program).isComplete)
        #expect(try install(bench).map(\.text) == [bench.path + "/" + run])
        #expect(mode(bench, run) == 0o755)
    }

    @Test func `another place of shed renews the script alone`() throws {
        let bench = try bench()
        _ = try install(bench)
        #expect(try install(bench, Array("/opt/o'neill/shed".utf8)).map(\.text) == [bench.path + "/" + run])
        #expect(bench.lines(run).contains("shed='/opt/o'\\''neill/shed'"))
    }

    @Test func `Thunar's other actions stay byte for byte, and what was there before is kept`() throws {
        let bench = try bench()
        let theirs = "<?xml version=\"1.0\"?>\n<actions>\n <action><name>Mine</name><unique-id>7</unique-id></action>\n</actions>"
        try bench.file(thunar, theirs)
        chmod(bench.path + "/" + thunar, 0o600)
        #expect(try install(bench).contains { $0.kind == .keep })
        #expect(bench.text(thunar + ".bak") == theirs)
        #expect(bench.text(thunar)?.contains("<action><name>Mine</name><unique-id>7</unique-id></action>") == true)
        #expect(mode(bench, thunar) == 0o600)
        #expect(try install(bench) == [])
        #expect(!bench.exists(thunar + ".bak2"))
        _ = try uninstall(bench)
        #expect(bench.text(thunar) == theirs)
    }

    @Test func `a new file of Thunar's begins with what the system gives, and goes whole`() throws {
        let bench = try bench()
        try bench.file("xdg/Thunar/uca.xml", "<actions>\n<action><name>Terminal</name></action>\n</actions>\n")
        _ = try install(bench)
        #expect(bench.text(thunar)?.contains("Terminal") == true)
        _ = try uninstall(bench)
        #expect(!bench.exists(thunar))
        #expect(!bench.exists(thunar + ".bak"))
        #expect(bench.exists("xdg/Thunar/uca.xml"))
    }

    @Test(arguments: ["<actions>", "", "no XML", "<html/>"]) func `a file of Thunar's that is not one stops everything`(text: String) throws {
        let bench = try bench()
        try bench.file(thunar, text)
        let error = #expect(throws: ServiceError.self) { try install(bench, force: true) }
        #expect(error?.kind == .refused)
        #expect(bench.text(thunar) == text)
        #expect(!bench.exists(run))
    }

    @Test func `a link in its place is not followed, and a huge file not read`() throws {
        let bench = try bench()
        try bench.file("elsewhere", "<actions></actions>")
        try bench.file(".config/Thunar/other", "")
        symlink("\(bench.path)/elsewhere", "\(bench.path)/\(thunar)")
        #expect(throws: ServiceError.self) { try install(bench) }
        #expect(bench.text("elsewhere") == "<actions></actions>")
        unlink("\(bench.path)/\(thunar)")
        try bench.file(thunar, "<actions>" + String(repeating: " ", count: 1 << 20) + "</actions>")
        #expect(throws: ServiceError.self) { try install(bench) }
        #expect(!bench.exists(run))
    }

    @Test func `the XDG directories are heeded`() throws {
        let bench = try bench()
        let environment = bench.environment.merging(
            ["XDG_DATA_HOME": bench.path + "/d", "XDG_CONFIG_HOME": bench.path + "/c", "XDG_CONFIG_DIRS": bench.path + "/xdg"]) { $1 }
        let manager = try ActionManager(environment: environment)
        _ = try manager.install(executable: program, dryRun: false, force: false)
        for name in ["d/shed/actions/run", "d/nautilus/scripts/shed/Check with shed", "d/kio/servicemenus/shed.desktop", "c/Thunar/uca.xml"] {
            #expect(bench.exists(name), "\(name)")
        }
        #expect(!bench.exists(".local") && !bench.exists(".config"))
        // So that what a file manager starts looks where the person does.
        #expect(bench.lines("d/shed/actions/run").contains("export XDG_DATA_HOME='\(bench.path)/d'"))
    }

    @Test(
        .enabled(if: access("/usr/bin/desktop-file-validate", X_OK) == 0, "there is no desktop-file-validate (Debian: desktop-file-utils)"),
        arguments: `The unit`.folders)
    func `desktop-file-validate takes the service menu as it would an application's actions`(folder: String) throws {
        let bench = try Bench()
        let text = ServiceMenu(script: "/opt/\(folder)/run").text
        // KDE's type Service is not of the specification, which has MimeType and Actions for applications only.
        let application = text.replacing("Type=Service\n", with: "Type=Application\nExec=true\n")
        #expect(application != text)
        try bench.file("shed.desktop", application)
        let ending = try ChildProcess.run("/usr/bin/desktop-file-validate", [bench.path + "/shed.desktop"], environment: [:], milliseconds: 60_000)
        #expect(ending.code == 0, "\(ending.text)")
    }
}
