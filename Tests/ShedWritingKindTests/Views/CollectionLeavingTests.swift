import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedTestSupport
import Testing

@testable import ShedWritingKind

@Suite struct `Links of a folder that is no collection any more` {
    @Test func `go as soon as they can, also where one could not be taken away at first`() throws {
        var desk = try CollectionDesk(collecting: ["Draft/Ode.txt", "Draft/Rain.txt"])
        try desk.project.change { transaction in
            // What stands under the name that the link would get for a moment.
            try desk.shell("mkdir -p Collections/Book/.shed-tmp-view-Ode.txt/x")
            _ = try transaction.trash([CollectionDesk.book])
        }
        #expect(try desk.shell("find Trash -type l -printf '%f\\n'") == "Ode.txt\n")
        try desk.shell("rm -r Trash/Book/.shed-tmp-view-Ode.txt")
        try desk.reopen()
        _ = try desk.project.refresh()
        #expect(try desk.shell("find Trash -type l | wc -l; ls Draft") == "0\nOde.txt\nRain.txt\nSea.txt\n")
        #expect(try desk.shell("ls ../state/projects/*/ | grep -c '^links-[0-9a-f]*-' || true") == "0\n")
    }
}
