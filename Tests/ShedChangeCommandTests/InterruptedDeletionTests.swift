import Glibc
import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// Kills shed while it deletes for good, and while it makes a project known to this machine or forgets it.
@Suite(.waitsForPrograms, .onDisk) struct `Deleting and forgetting that is interrupted` {
    private static let folder = """
        "$SHED" new blank Files --language en -q; cd Files; "$SHED" allow -q Files both; mkdir Files/a; "$SHED" sync -q; "$SHED" allow -q Files/a both; mkdir Files/a/b; echo 1 > Files/a/one.txt; echo 2 > Files/a/b/two.txt
        echo 3 > Files/three.txt; "$SHED" sync -q

        """

    /// Where the folder is out of sight, all of it is gone; before that, all of it is there.
    @Test(arguments: ["forgotten", "out-of-sight"], ["rm --permanently --yes Files/a", "empty-trash --yes"])
    func `a folder is deleted as a whole, or not at all`(point: String, verb: String) throws {
        let output = try Shelf().scenario(Self.folder + """
            exec 2> /dev/null; case '\(verb)' in empty*) "$SHED" rm -q Files/a ;; esac
            (SHED_INTERRUPT_AT=\(point) "$SHED" \(verb) > /dev/null 2>&1); echo $?
            find Files Trash -type f 2> /dev/null | sort | sed 's|.*/||' | tr '\\n' ' '; echo
            "$SHED" sync -q; "$SHED" sync; find Files Trash -type f 2> /dev/null | sort | sed 's|.*/||' | tr '\\n' ' '; echo
            find .shed/staging -mindepth 2; "$SHED" check -q; echo $?; "$SHED" undo --list | grep -c 'for good'
            """)
        let files = point == "forgotten" ? (verb.hasPrefix("rm") ? "two.txt one.txt three.txt \n" : "three.txt two.txt one.txt \n") : "three.txt \n"
        #expect(output == "\(128 + SIGKILL)\n\(files)Nothing changed.\n\(files)0\n1\n", "\(output)")
    }

    /// What cannot be removed in the staging folder is nobody's obstacle: whoever can write there can lay it.
    @Test func `a staging folder that cannot be removed stands in nobody's way`() throws {
        let output = try Shelf().scenario(Self.folder + """
            f=.shed/staging/$(basename .shed/ops/*)/planted; mkdir -p $f/x/y; echo z > $f/x/y/z; chmod 500 $f/x/y
            "$SHED" rm -q Files/three.txt; echo $?; "$SHED" sync; chmod -R 700 .shed/staging; "$SHED" sync -q; ls Trash
            """, asNobody: true)
        #expect(output == "0\nNothing changed.\nthree.txt\n", "\(output)")
    }

    @Test(arguments: [("registering", 2, "adopt . --kind blank --language en --yes"), ("forgotten-project", 2, "projects forget . --yes")])
    func `a project is known to this machine as a whole, or not at all`(point: String, code: Int, verb: String) throws {
        let shelf = try Shelf()
        let output = try shelf.scenario("""
            exec 2> /dev/null; mkdir Work; cd Work; echo a > a.txt
            case '\(verb)' in projects*) "$SHED" adopt . --kind blank --language en --yes -q ;; esac
            (SHED_INTERRUPT_AT=\(point) "$SHED" \(verb) > /dev/null 2>&1); echo $?
            "$SHED" projects --json | grep -c '"path"'; "$SHED" sync > /dev/null 2>&1; echo $?
            "$SHED" doctor | grep -c 'folder of the state directory'; "$SHED" trust . -q; "$SHED" sync > /dev/null 2>&1; echo $?; cat a.txt
            """)
        #expect(output == "\(128 + SIGKILL)\n0\n\(code)\n0\n0\na\n", "\(output)")
    }
}
