import Glibc
import ShedCommandTestSupport
import ShedTestSchedule
import Testing

/// Real editors that jump to what was found.
@Suite(.waitsForPrograms) struct `Quickfix` {
    /// vim.tiny has no quickfix list.
    private static let hasVim = system("/usr/bin/vim --version 2> /dev/null | grep -q '+quickfix'") == 0

    @Test(.enabled(if: hasVim, "no vim with +quickfix is installed: make test-packages"), arguments: ["gnu", "concise"])
    func `vim's cfile jumps to each finding's file`(format: String) throws {
        let shelf = try Shelf.withPoems()
        shelf.makeFile("Poems/loose.txt")
        shelf.makeFile("Poems/a b.txt")
        shelf.makeFile("Poems/été.txt")
        shelf.makeFile("jump.vim", """
            set errorformat=%f:%l:%c:\\ %t%*[^:]:\\ %m
            cfile ../found
            let lines = []
            for item in getqflist()
              if item.valid | let lines += [bufname(item.bufnr) . '|' . item.lnum . '|' . item.col . '|' . item.type] | endif
            endfor
            crewind
            for number in range(len(lines))
              let lines += [expand('%') . ' holds ' . getline(1)]
              silent! cnext
            endfor
            call writefile(lines, '../jumped')
            qall!

            """)
        let output = try shelf.scenario("""
            cd Poems; "$SHED" check --format \(format) --min-severity error > ../found 2> /dev/null; echo $?
            vim -u NONE -i NONE -N -es -S ../jump.vim < /dev/null; cat ../jumped
            """)
        #expect(output == """
            1
            a b.txt|1|1|e
            loose.txt|1|1|e
            été.txt|1|1|e
            a b.txt holds text
            loose.txt holds text
            été.txt holds text

            """)
    }
}
