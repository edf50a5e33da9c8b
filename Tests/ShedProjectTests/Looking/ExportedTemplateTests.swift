import ShedMessages
import ShedModel
import ShedProjectTestSupport
import Testing

@testable import ShedProject

@Suite struct `A template of what stands in a project` {
    @Test func `names each file that it leaves out, with why`() throws {
        let shelf = try Shelf()
        let project = try shelf.project()
        try shelf.shell("""
            cd 'My Poems/Draft'; printf 'Rain\\n' > a.txt; head -c 70000 /dev/zero | tr '\\000' x > long.txt; printf 'a\\000b' > odd.txt
            printf 'Snow\\n' > "$(printf 'n\\377.txt')"
            """)
        let exported = try project.refresh().exportedTemplate(named: "mine", known: nil, withFiles: true)
        #expect(exported.kind.files.contains { $0.name == "a.txt" && $0.text == "Rain\n" })
        let reasons = exported.left.filter { $0.path.parent == "Draft" }.map(\.reason)
        #expect(reasons == [.tooLongForTemplate(kib: 64), .nameNoTextForTemplate, .noTextForTemplate], "\(exported.left)")
    }
}
