import ShedCommandTestSupport
import ShedTestSchedule
import Testing

@Suite(.waitsForPrograms) struct `Templates that are exported` {
    @Test(.enabled(if: hasSetpriv, "needs setpriv")) func `name a folder whose files they lack since it cannot be read`() throws {
        let output = try Shelf().scenario("""
            "$SHED" new poetry Poems --language en > /dev/null; cd Poems; echo Rain > Draft/a.txt; echo Snow > Research/b.txt; "$SHED" sync -q; chmod 000 Draft
            "$SHED" template export ../mine.toml --files; echo "code $?"; chmod 755 Draft; grep -c Rain ../mine.toml
            """, asNobody: true)
        #expect(output.contains("Draft is not in it: ") && output.contains("code 0\n0\n"), "\(output)")
    }
}
