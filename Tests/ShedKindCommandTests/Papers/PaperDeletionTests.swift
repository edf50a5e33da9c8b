import Glibc
import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// The deletion rules of seed 004 (“Deletion Rules”), each tried in every way in which people delete, with the daemon and
/// without it. `SHED_TORTURE=1` tries every way with every rule, with the daemon too, which takes minutes; else every way is tried with
/// two rules, and two of them with the daemon.
///
/// 1. “PDFBundle can only be deleted if no Page references it”
/// 2. “Deleting a Page removes it from version history”
/// 3. “Deleting a PageGroup cascades to all owned Pages”
/// 4. “Deleting a Doc cascades to all PageGroups and their Pages”
@Suite(.waitsForPrograms) struct `The deletion rules for papers` {
    /// A way to delete things, and to bring them back.
    struct Way: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// With `$1 …`, what is deleted.
        var delete: String
        /// Brings back what was called `$1` by its path; `nil`: it is gone for good.
        var restore: String?
    }

    static let ways = [
        Way(testDescription: "shed rm", delete: "\"$SHED\" rm \"$@\" -q", restore: "\"$SHED\" restore \"Trash/${1##*/}\" -q"),
        Way(testDescription: "moved to Trash", delete: "mv \"$@\" Trash/", restore: "mv \"Trash/${1##*/}\" \"${1%/*}/\""),
        Way(testDescription: "rm -rf", delete: "cp -a \"$@\" ../copies/; rm -rf \"$@\"", restore: "cp -a \"../copies/${1##*/}\" \"${1%/*}/\""),
        Way(testDescription: "gio trash", delete: "gio trash \"$@\"", restore: "mv \"$XDG_DATA_HOME/Trash/files/${1##*/}\" \"${1%/*}/\""),
        Way(testDescription: "moved out of the project", delete: "mv \"$@\" ../elsewhere/", restore: "mv \"../elsewhere/${1##*/}\" \"${1%/*}/\""),
    ]

    /// The ways, without the daemon and with it.
    /// - Parameter rule: its number.
    static func tries(_ rule: Int) -> [(way: Way, daemon: Bool)] {
        let own = ShortRun.isWhole ? ways : (0..<2).map { ways[(rule + $0) % ways.count] }
        let watched = ShortRun.isWhole ? ways : [ways[1 + rule % 2]]
        return own.map { ($0, false) } + watched.map { ($0, true) }
    }

    /// With the bundle Algebra, three pages of it in Finals/Integration, one in Finals/More; the first page of Integration was
    /// repointed, and tagged. Free is a bundle that no page shows.
    private static let begin = """
        mkdir -p ../copies ../elsewhere
        "$SHED" bundle add ../Algebra.pdf -q; "$SHED" bundle add ../Calculus.pdf -q; "$SHED" bundle add ../Short.pdf --name Free -q; "$SHED" doc new Finals -q
        "$SHED" page add Finals/Integration --from Algebra --pages 1-3 -q; "$SHED" page add Finals/More --from Calculus --pages 1-2 -q
        "$SHED" page repoint Finals/More/1 --bundle Algebra --page 2 -q; "$SHED" tag add hard Docs/Finals/More/01* --create -q
        id() { "$SHED" show --json "$1" | tr -d '\\n ' | sed 's/^{"id":"\\([^"]*\\)".*/\\1/'; }
        ids() { for f in "$@"; do id "$f"; done | tr '\\n' ' '; }
        missing() { "$SHED" page list --missing -0 | tr '\\0' '\\n' | grep -c .; }
        pages() { echo $(($("$SHED" page list -0 | tr '\\0' '\\n' | grep -c .) - $(missing))); }
        # What is asserted is asked for until it is so: a daemon acts when all has been quiet. Without one it is so at once.
        \(ShellScript.await("{ ls -R Bundles Docs Trash; cat ../log; }", patience: "$PATIENCE", otherwise: "return"))
        : > ../log
        if [ $DAEMON = 1 ]; then PATIENCE=600; "$SHED" watch --json >> ../log 2>&1 & daemon=$!; await 'grep -q "\\"event\\":\\"ready\\"" ../log'; settle() { :; }
        else PATIENCE=0; daemon=; settle() { "$SHED" sync -q > /dev/null 2>&1; }; fi
        end() { "$SHED" sync > ../last 2>&1; grep -q "Nothing changed." ../last || cat ../last; [ -z "$daemon" ] || { kill -TERM $daemon; wait $daemon; }; }

        """

    private func run(_ way: Way, _ daemon: Bool, _ script: String) throws -> String {
        let shelf = try Shelf.withExam()
        let functions = "DAEMON=\(daemon ? 1 : 0)\ndelete() { \(way.delete); settle; }\nrestore() { \(way.restore ?? ":"); settle; }\n"
        return try shelf.inExam("exec 2>&1\n" + functions + Self.begin + script + "\nend\n")
    }

    /// Rule 1, for a bundle that a page shows and for one that only an older version of a page did.
    @Test(arguments: tries(0)) func `a bundle that a page shows, or did, cannot be deleted`(way: Way, daemon: Bool) throws {
        let output = try run(way, daemon, """
            before=$(ids Bundles/Algebra Bundles/Calculus)
            for b in Algebra Calculus; do delete Bundles/$b > /dev/null 2>&1; await "cmp -s Bundles/$b/display.pdf ../$b.pdf"; done
            await '[ "$(ids Bundles/Algebra Bundles/Calculus)" = "$before" ]'; ls Bundles Trash; pages
            """)
        // What was moved there by hand is moved back from there, all else is made anew from the protected copy.
        #expect(output == "Bundles:\nAlgebra\nCalculus\nFree\n\nTrash:\n5\n")
    }

    /// Rule 1, the other way round.
    @Test(arguments: tries(1)) func `a bundle that no page shows can be, and is itself when it comes back`(way: Way, daemon: Bool) throws {
        let output = try run(way, daemon, """
            before=$(id Bundles/Free); bundles() { "$SHED" bundle list -0 | tr '\\0' ' '; echo; }
            delete Bundles/Free; await '[ "$(bundles)" = "Bundles/Algebra Bundles/Calculus " ]'; bundles
            restore Bundles/Free; await '[ "$(bundles)" = "Bundles/Algebra Bundles/Calculus Bundles/Free " ]'; [ "$(id Bundles/Free)" = "$before" ] && echo same
            """)
        #expect(output == "Bundles/Algebra Bundles/Calculus \nsame\n")
    }

    /// Rule 2: as long as it may come back it has its history; when it is given up nothing is left of it.
    @Test(arguments: tries(2)) func `a page that is deleted has its history when it comes back, and none when it was given up`(way: Way, daemon: Bool) throws {
        let output = try run(way, daemon, """
            page=$(echo Docs/Finals/More/01*); before=$(id "$page"); more() { ls Docs/Finals/More | wc -l; }
            history() { "$SHED" page versions "$before" --json | grep -c '"cause"'; }
            delete "$page"; await '[ "$(pages)" = 4 ]'; "$SHED" bundle delete Calculus -q 2> /dev/null; echo "refused $?"
            restore "$page"; await '[ "$(pages)" = 5 ]'; [ "$(id "$page")" = "$before" ] && echo same; history; "$SHED" page list --tag hard | wc -l
            delete "$page"; await '[ "$(pages)" = 4 ]'
            # For good: from Trash, or as one whose file is nowhere.
            "$SHED" empty-trash --yes -q; [ "$(missing)" = 0 ] || "$SHED" page delete --missing --yes -q
            "$SHED" page versions "$before" > /dev/null 2>&1; echo "versions $?"; missing
            "$SHED" page delete Finals/More/2 -q; "$SHED" empty-trash --yes -q; "$SHED" bundle delete Calculus -q; echo "deleted $?"; more
            """)
        #expect(output == "refused 1\nsame\n2\n1\nversions 2\n0\ndeleted 0\n0\n")
    }

    /// Rules 3 and 4.
    @Test(arguments: tries(3)) func `a group takes its pages with it, and a doc its groups and their pages`(way: Way, daemon: Bool) throws {
        for (path, left) in [("Docs/Finals/Integration", 2), ("Docs/Finals", 0)] {
            let output = try run(way, daemon, """
                all() { ids Docs/Finals Docs/Finals/Integration Docs/Finals/Integration/* Docs/Finals/More/*; }
                before=$(all)
                delete \(path); await '[ "$(pages)" = \(left) ]'
                ls Docs | tr '\\n' ' '; "$SHED" check -q > /dev/null; echo $?; for b in Algebra Calculus; do "$SHED" bundle delete $b -q 2> /dev/null; echo "refused $?"; done
                restore \(path); await '[ "$(pages)" = 5 ]'; [ "$(all)" = "$before" ] && echo same; "$SHED" page versions Finals/More/1 --json | grep -c '"cause"'
                """)
            #expect(output == (left == 0 ? "" : "Finals ") + "0\nrefused 1\nrefused 1\nsame\n2\n", "\(path)")
        }
    }

    /// Rules 3 and 4, for good: then nothing needs the bundles any more.
    @Test(arguments: tries(4)) func `a doc that is given up with its pages lets its bundles go`(way: Way, daemon: Bool) throws {
        let output = try run(way, daemon, """
            delete Docs/Finals; await '[ "$(pages)" = 0 ]'; "$SHED" empty-trash --yes -q; [ "$(missing)" = 0 ] || "$SHED" page delete --missing --yes -q
            "$SHED" bundle delete Algebra Calculus Free -q; echo $?; "$SHED" bundle list -0 | wc -c; "$SHED" empty-trash --yes -q
            "$SHED" repair --prune --yes -q; ls .shed/store | wc -l
            """)
        #expect(output == "0\n0\n0\n")
    }

    /// The same page of the same bundle has the same bytes.
    @Test func `a page that is made while another of the same content is gone is a new one, and the other comes back as it was`() throws {
        let output = try Shelf.withPapers().exams(Shelf.finals + """
            id() { "$SHED" show --json "$1" | grep -m1 '"id"'; }
            P="Docs/Finals/Integration/02 Calculus p5.pdf"; "$SHED" tag add one "$P" --create -q; before=$(id "$P")
            mv "$P" ../gone.pdf; "$SHED" sync > ../said; "$SHED" page add Finals/New --from Calculus --pages 5 -q; "$SHED" page add Finals/Integration --from Calculus --pages 5 -q
            made=$(id "Docs/Finals/New/01 Calculus p5.pdf"); [ "$made" != "$before" ] && echo new
            mv ../gone.pdf "$P"; "$SHED" sync; [ "$(id "$P")" = "$before" ] && echo same; "$SHED" show --json "$P" | grep -c '"one"'
            [ "$(id "Docs/Finals/New/01 Calculus p5.pdf")" = "$made" ] && echo still; ls Docs/Finals/Integration
            """)
        #expect(output == """
            new
            added    Docs/Finals/Integration/02 Calculus p5.pdf
            same\n1\nstill
            01 Calculus p4.pdf\n02 Calculus p5.pdf\n03 Calculus p9.pdf\n04 Calculus p5.pdf

            """)
    }
}
