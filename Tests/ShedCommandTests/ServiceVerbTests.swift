import Glibc
import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// `shed service`, with no systemctl on the way of programs, so that no test meets the systemd of who runs it.
@Suite(.waitsForPrograms) struct `The service verb` {
    private func service(_ shelf: Shelf, _ words: String) throws -> Shelf.Result {
        mkdir("\(shelf.path)/bin", 0o755)
        return try shelf.shell("PATH='\(shelf.path)/bin' XDG_RUNTIME_DIR='\(shelf.path)/run' exec '\(ShedProgram.path)' service \(words)")
    }

    @Test func `it installs, says how it stands, and uninstalls`() throws {
        let shelf = try Shelf()
        let entry = "../home/.config/autostart/shed.desktop"
        #expect(try service(shelf, "status").code == 1)
        let installed = try service(shelf, "install")
        #expect(installed.code == 0, "\(installed.err)")
        #expect(installed.text == "wrote \(shelf.path)/home/.config/autostart/shed.desktop\n")
        #expect(shelf.exists(entry))
        #expect(try service(shelf, "install").text == "")
        let status = try service(shelf, "status --json")
        #expect(status.code == 1)
        let json = try status.json()
        #expect(json["installed"] == .bool(true))
        #expect(json["running"] == .bool(false))
        #expect(json["pid"] == .null)
        #expect(json["starter"] == "autostart")
        #expect(try service(shelf, "uninstall").text == "removed \(shelf.path)/home/.config/autostart/shed.desktop\n")
        #expect(!shelf.exists(entry))
        #expect(try service(shelf, "uninstall").text == "Nothing was installed.\n")
    }

    @Test func `a dry run prints the file and writes nothing`() throws {
        let shelf = try Shelf()
        let before = try shelf.fingerprint()
        let result = try service(shelf, "install --dry-run")
        #expect(result.code == 0)
        #expect(result.text.hasPrefix("[Desktop Entry]\n"))
        #expect(result.text.contains(" watch\n"))
        #expect(result.err.contains("would write"))
        #expect(try service(shelf, "install -n --json").json()["text"]?.string == result.text)
        #expect(try service(shelf, "uninstall -n").code == 0)
        #expect(try shelf.fingerprint() == before)
    }

    @Test func `a file that was changed by hand ends it with 1, a missing home directory with 2`() throws {
        let shelf = try Shelf()
        #expect(try service(shelf, "install").code == 0)
        try shelf.shellDone("echo '# mine' >> ../home/.config/autostart/shed.desktop")
        for words in ["install", "uninstall"] {
            let result = try service(shelf, words)
            #expect(result.code == 1)
            #expect(result.err.contains("changed by hand"))
        }
        #expect(try service(shelf, "install --force").code == 0)
        #expect(shelf.exists("../home/.config/autostart/shed.desktop.bak"))
        let homeless = try shelf.shell("env -u HOME PATH='\(shelf.path)/bin' '\(ShedProgram.path)' service status")
        #expect(homeless.code == 2)
        #expect(homeless.err.contains("HOME"))
    }

    @Test func `options of every verb stand before it too`() throws {
        let shelf = try Shelf()
        let before = try shelf.shell("PATH=/none XDG_RUNTIME_DIR='\(shelf.path)/run' exec '\(ShedProgram.path)' --json -C . service status")
        #expect(try before.json() == service(shelf, "status --json").json())
    }

    @Test func `its verbs have help with an example`() throws {
        let shelf = try Shelf()
        for words in ["", "install", "status", "uninstall"] {
            let help = try service(shelf, "\(words) --help")
            #expect(help.code == 0)
            #expect(help.text.contains("Example: shed service"))
        }
    }
}
