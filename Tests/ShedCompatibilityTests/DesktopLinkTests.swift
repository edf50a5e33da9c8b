import ShedTestSchedule
import Testing

private let thunar = Program("thunar", "thunar", "Xvfb", "xdotool", "dbus-run-session")

/// Documents that link to each other, which a person moves with a file manager: `make torture`.
@Suite(.serialized, .waitsInTurn) struct `Links of documents that a file manager moves` {
    /// A thousand documents with ten links each; those with an even number in Draft, the others in Research.
    private static let documents = #"""
        awk 'BEGIN {
          for (i = 0; i < 1000; i++) {
            path = sprintf("%s/Poem %05d.md", i % 2 ? "Research" : "Draft", i)
            print "# Poem " i "\r\n" > path
            for (j = 1; j <= 10; j++) {
              k = (i * 7 + j * 31) % 1000
              folder = k % 2 == i % 2 ? (j % 2 ? "" : "./") : k % 2 ? "../Research/" : "../Draft/"
              printf "Before, [a poem](%sPoem%%20%05d.md#top \"a title\") and `[none](Poem%%20%05d.md)`.\n", folder, k, k > path
            }
            close(path)
          }
        }'
        """#

    /// Each link by an ID opens its document where it is now, each relative one is mended, and undo gives back every byte.
    @Test(.enabled(if: thunar.isWanted, "\(thunar.unwanted)"), arguments: Attendance.allCases)
    func `thunar moves five hundred of a thousand documents`(attendance: Attendance) throws {
        let bench = try Bench()
        try bench.prepare(Self.documents)
        let ran = try bench.run(TrialScript.text(desktop("""
            sums() { find . -path ./.shed -prune -o -type f -print0 | sort -z | xargs -0 sha256sum; }
            ls Draft/*.md Research/*.md > ../documents; tr '\\n' '\\0' < ../documents | xargs -0 "$SHED" link > ../links
            test "$(wc -l < ../links)" -eq 1000
            thunar Draft 2> /dev/null & manager=$!
            window Draft; xdotool key ctrl+a ctrl+x
            thunar Ready; window Ready; xdotool key ctrl+v
            await 'test "$(ls Ready | wc -l)" -eq 503 -a "$(ls Draft | wc -l)" -eq 0'; barrier
            thunar -q; wait $manager
            sums > ../before
            "$SHED" check --select broken-link --json > ../broken || true
            test "$(grep -c '"LNK001"\\|"broken-link"' ../broken)" -eq 2500
            while read -r link && IFS= read -r path <&6; do "$SHED" open --print "$link"; done < ../links 6< ../documents > ../opened
            sed 's/^Draft/Ready/' ../documents | cmp - ../opened
            "$SHED" fix-links --yes --quiet
            "$SHED" check --select broken-link --quiet
            sums > ../mended; ! cmp -s ../before ../mended
            "$SHED" undo --yes --quiet
            sums > ../after; cmp ../before ../after
            "$SHED" fix-links --yes --quiet; sums | cmp - ../mended
            """), attendance), in: bench.project)
        #expect(ran.code == 0, "\(ran.text)\(ran.err)")
    }
}
