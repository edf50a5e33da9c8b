import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// `shed service --actions`, and what it installs, run by hand as a file manager does it.
@Suite(.waitsForPrograms) struct `Actions of file managers` {
    private func service(_ shelf: Shelf, _ words: String) throws -> Shelf.Result {
        try shelf.shell("PATH='\(shelf.path)/bin' XDG_CONFIG_DIRS='\(shelf.path)/xdg' exec '\(ShedProgram.path)' service \(words) --actions")
    }

    private func shelf(_ programs: [String] = ["nautilus", "thunar"]) throws -> Shelf {
        let shelf = try Shelf()
        mkdir("\(shelf.path)/bin", 0o755)
        for name in programs {
            TestFile.write("#!/bin/sh\n", to: "\(shelf.path)/bin/\(name)")
            chmod("\(shelf.path)/bin/\(name)", 0o755)
        }
        return shelf
    }

    @Test func `are installed, reported and removed`() throws {
        let shelf = try shelf()
        #expect(try service(shelf, "status").code == 1)
        let installed = try service(shelf, "install")
        #expect(installed.code == 0, "\(installed.err)")
        #expect(installed.text.contains("wrote \(shelf.path)/home/data/nautilus/scripts/shed/Check with shed\n"))
        #expect(try service(shelf, "install").text == "The actions are there already.\n")
        let status = try service(shelf, "status --json")
        #expect(status.code == 0)
        let json = try status.json()
        #expect(json["complete"] == .bool(true))
        #expect(json["missing"] == .array([]))
        #expect(try service(shelf, "status").text.contains("Thunar    installed"))
        // The daemon's service is another matter.
        #expect(!shelf.exists("../home/.config/autostart"))
        #expect(try service(shelf, "uninstall").code == 0)
        #expect(!shelf.exists("../home/data/nautilus/scripts/shed"))
        #expect(!shelf.exists("../home/.config/Thunar/uca.xml"))
        #expect(try service(shelf, "uninstall").text == "No actions were installed.\n")
    }

    @Test func `a dry run prints the files and writes nothing`() throws {
        let shelf = try shelf()
        let before = try shelf.fingerprint()
        let result = try service(shelf, "install --dry-run")
        #expect(result.code == 0)
        #expect(result.text.contains("==> \(shelf.path)/home/.config/Thunar/uca.xml <==\n<?xml"))
        #expect(result.err.contains("would write"))
        #expect(try service(shelf, "install -n --json").json()["files"] != nil)
        #expect(try shelf.fingerprint() == before)
    }

    @Test func `end with 2 without a file manager, and with 1 at a broken file of Thunar's`() throws {
        let none = try shelf([])
        let result = try service(none, "install")
        #expect(result.code == 2)
        #expect(result.err.contains("Nautilus"))
        let shelf = try shelf()
        try shelf.shellDone("mkdir -p ../home/.config/Thunar; printf '<actions>\\n<b>' > ../home/.config/Thunar/uca.xml")
        let broken = try service(shelf, "install")
        #expect(broken.code == 1)
        #expect(broken.err.contains("line 2"))
        #expect(!shelf.exists("../home/data/nautilus"))
    }

    @Test func `do with shed what they say, also with names that are hard`() throws {
        let shelf = try shelf()
        try shelf.shellDone("'\(ShedProgram.path)' new records Library; '\(ShedProgram.path)' collection new -C Library -- '-My $(id) Books'")
        #expect(try service(shelf, "install").code == 0)
        let scripts = "\(shelf.path)/home/data/nautilus/scripts/shed"
        func act(_ name: String, _ paths: String) throws -> Shelf.Result {
            try shelf.shell("DISPLAY= WAYLAND_DISPLAY= NAUTILUS_SCRIPT_SELECTED_FILE_PATHS='\(paths)' exec '\(scripts)/\(name)'")
        }
        let collection = "\(shelf.work)/Library/-My $(id) Books"
        #expect(try act("New record here", collection + "\n").code == 0)
        #expect(try shelf.shell("ls Library/-My*/*.json | wc -l").text == "1\n")
        #expect(try act("Check with shed", "\(shelf.work)/Library\n").code == 0)
        try shelf.shellDone("printf '{\"a\":1}' > 'Library/-My $(id) Books/two\nlines.json'")
        let findings = try act("Check with shed", "\(collection)/two\nlines.json\n")
        #expect(findings.code == 1)
        let exported = try act("Export collection", collection + "\n")
        #expect(shelf.exists("-My $(id) Books-export.json"), "\(exported.err)")
        #expect(try act("Export collection", "\(shelf.work)/Library\n").code != 0)
    }

    @Test func `move, restore, accept and show what happened, whatever things are called`() throws {
        let shelf = try shelf()
        try shelf.shellDone("'\(ShedProgram.path)' new poetry Poems --language de")
        #expect(try service(shelf, "install").code == 0)
        let scripts = "\(shelf.path)/home/data/nautilus/scripts/shed"
        func act(_ name: String, _ path: String) throws -> Shelf.Result {
            try shelf.shell("DISPLAY= WAYLAND_DISPLAY= NAUTILUS_SCRIPT_SELECTED_FILE_PATHS='\(shelf.work)/Poems/\(path)\n' exec '\(scripts)/\(name)'")
        }
        let name = "-it is \"odd\" $(id) 100%\nlines"
        try shelf.shellDone("cd Poems; f='\(name)'; echo x > \"Entwürfe/$f\"; '\(ShedProgram.path)' sync")
        #expect(try act("Move to Ready", "Entwürfe/\(name)").code == 0)
        #expect(shelf.exists("Poems/Fertig/\(name)"))
        #expect(try act("History", "Fertig/\(name)").code == 0)
        try shelf.shellDone("'\(ShedProgram.path)' rm -C Poems/Fertig -- './\(name)'")
        #expect(try act("Restore from Trash", "Papierkorb/\(name)").code == 0)
        #expect(shelf.exists("Poems/Fertig/\(name)"))
        // Nobody can be asked where it is to go, and that is said.
        try shelf.shellDone("cd Poems; mkdir Entwürfe/Alt; echo y > Entwürfe/Alt/y; '\(ShedProgram.path)' sync --now; true")
        #expect(try act("Accept", "Abgelehnt/Alt").code == 1)
        // A folder that cannot go into itself is an error like any.
        #expect(try act("Move to Ready", "Fertig").code != 0)
    }
}
