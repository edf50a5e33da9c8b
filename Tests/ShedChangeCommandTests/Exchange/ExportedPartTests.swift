import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// Some folders of a project, exported and made a project of their own again.
@Suite(.waitsForPrograms) struct `A part of a project` {
    @Test func `keeps what is known of the folders of its kind, and the order in them`() throws {
        let shelf = try Shelf.withPoems()
        let told = try shelf.script("""
            cd ..; "$SHED" new novel One -q; cd One; mkdir Chapters/Eins Chapters/Zwei; "$SHED" sync -q
            "$SHED" order Chapters/Zwei --first -q; "$SHED" tag add w Characters --create -q; "$SHED" allow Characters both -q
            "$SHED" link Characters | head -1 > ../link; "$SHED" export Chapters Characters --zip ../part.zip -q
            cd ..; "$SHED" import part.zip Two -q; echo $?; cd Two
            "$SHED" ls Chapters; "$SHED" find --tag w; "$SHED" show Characters --json | grep accepts; "$SHED" link Characters | head -1 | cmp - ../link && echo same
            "$SHED" check -q; echo $?; find . -maxdepth 1 -type d -name 'C*' | sort | tr '\\n' ' '
            """)
        #expect(told.text.hasPrefix("0\n"), "\(told.everything)")
        let lines = told.text.split(separator: "\n").map(String.init)
        let (first, last) = (lines.firstIndex { $0.contains("Zwei") }, lines.firstIndex { $0.contains("Eins") })
        #expect(first != nil && last != nil && first! < last!, "\(told.everything)")
        #expect(lines.contains("Characters/") && told.text.contains("\"both\"") && lines.contains("same"), "\(told.everything)")
    }
}
