import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedTestSupport
import Testing

@testable import ShedWritingKind

@Suite struct `The folder of a view, and who else writes there` {
    @Test func `a batch that has another folder be All takes no person's link there, and leaves none behind`() throws {
        let desk = try CollectionDesk(["Draft/Ode.txt": "ode\n", "Draft/Rain.txt": "rain\n"])
        try desk.shell("ln -s ../Draft/Ode.txt 'Research/my reference'")
        try desk.project.sync()
        let state = try desk.project.refresh().load()
        let all = try #require(state.node(at: "All")), research = try #require(state.node(at: "Research"))
        let before = state.model.nodes[research]?.role
        try desk.project.commit([Operation(research, [.role(.all)]), Operation(all, [.role(nil)])])
        for _ in 0..<2 { try desk.project.sync() }
        #expect(try desk.shell("readlink 'Research/my reference'") == "../Draft/Ode.txt\n")
        #expect(try desk.shell("find All -type l | wc -l") == "0\n")
        try desk.project.commit([Operation(all, [.role(.all)]), Operation(research, [.role(before)])])
        for _ in 0..<2 { try desk.project.sync() }
        #expect(try desk.shell("find Research -type l") == "Research/my reference\n")
        #expect(try desk.all("All") == "Ode.txt l ../Draft/Ode.txt\nRain.txt l ../Draft/Rain.txt\n")
    }

    @Test func `a file that was set aside is seen again, whatever names are taken`() throws {
        let desk = try CollectionDesk(collecting: ["Draft/Ode.txt", "Draft/Rain.txt"])
        try desk.shell("""
            cd Collections/Book; echo mine > .shed-tmp-view-Lost.txt; echo x > Lost.txt; for n in $(seq 2 99); do echo x > "Lost $n.txt"; echo x > "Lost ($n).txt"; done
            """)
        for _ in 0..<2 { try desk.project.sync() }
        #expect(try desk.shell("grep -rl mine Collections | wc -l") == "1\n")
        #expect(try desk.shell("find Collections -name '.shed-tmp*' | wc -l") == "0\n")
        try desk.shell("rm Collections/Book/Ode.txt")
        try desk.project.sync()
        #expect(try desk.members() == ["Draft/Rain.txt"])
    }
}
