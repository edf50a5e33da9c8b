import ShedDisk
import ShedModel
import ShedProject
import ShedProjectTestSupport
import Testing

@testable import ShedRecordsKind

/// One file with many names (hard links) costs what one costs.
@Suite struct `Records with many names` {
    let library: Library

    init() throws {
        library = try Library("Books")
        library.write("{\"Title\": \"Ficciones\"}\n", to: "Books/0.json")
        try library.setSchema("[key.Title]\nrequired = true\n")
        try library.project.sync()
        try library.shell("for number in $(seq 1 50); do ln Books/0.json Books/$number.json; done")
    }

    @Test func `are read once and judged twice in one look`() throws {
        var look = ArrivalLook(library.project)
        for number in 1...50 {
            let verdict = look.verdict(onFileAt: "Books/\(number).json".path, mayGoOn: false)
            #expect(verdict.complaint == nil && verdict.obstacle == nil)
        }
        #expect(look.reads == 1 && look.checks == 2)
        // What another program wrote since is another state of the file.
        library.write("{\"Title\": \"\"}\n", to: "Books/0.json")
        #expect(look.verdict(onFileAt: "Books/1.json".path, mayGoOn: false).complaint != nil)
        #expect(look.reads == 2)
    }

    @Test func `are read anew where each is a file`() throws {
        let files = LinkedFiles()
        for number in 60...62 { library.write("{\"Title\": \"\(number)\"}\n", to: "Books/\(number).json") }
        let directory = try library.project.home.root.openDirectory("Books")
        for number in 60...62 {
            #expect(try files.file(Name("\(number).json"), in: directory).record?["Title"] == "\(number)")
        }
        #expect(files.reads == 3)
    }
}
