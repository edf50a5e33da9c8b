import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

/// What another device has made of a PDF, and a sync program brings before the batch that says so.
@Suite(.serialized, .waitsInTurn) struct `PDFs that come before their batch` {
    @Test func `are not made bundles and pages once more, and leave nothing in Rejected`() throws {
        let shelf = try Shelf.withPapers()
        let text = "export SHED='\(ShedProgram.path)' T='\(shelf.path)'\n" + Shelf.daemonPrelude + Shelf.paperPrelude + """
            there() { (cd ../Two; SHED_STATE_DIR="$T/other" "$SHED" "$@"); }
            # As Syncthing does: under another name first.
            carry() { cp -a "../Two/$1" "${1%/*}/.syncthing.tmp.tmp"; mv "${1%/*}/.syncthing.tmp.tmp" "$1"; }
            echo 'quiet = 0.2' > .shed/settings.toml; mkdir -p .stfolder Docs/Finals/Integration; "$SHED" sync -q; cp -a . ../Two; there trust . -q
            mkdir ../Two/Docs/Two; there sync -q; cp -an ../Two/.shed/ops/. .shed/ops/; mkdir Docs/Two; "$SHED" sync -q
            cp ../short.pdf ../Two/Docs/Finals/Integration/Short.pdf; there sync -q
            begin "$SHED" watch --json
            mkdir Bundles/Short; carry Bundles/Short/display.pdf
            carry 'Docs/Finals/Integration/01 Short p1.pdf'; carry 'Docs/Finals/Integration/02 Short p2.pdf'
            await '[ "$("$SHED" status | grep -c "would make something else of it.*carrier-arrival")" = 2 ]'; ls Bundles
            cp -an ../Two/.shed/ops/. .shed/ops/; await '"$SHED" status | grep -q Clean'
            ls Bundles Docs/Finals/Integration; [ -e Rejected ] || echo none; "$SHED" page list -q | grep -c Short; "$SHED" sync --now -q; end
            """
        let result = try shelf.spawn("/bin/sh", [Array("-c".utf8), Array(text.utf8)], input: nil, in: shelf.work)
        #expect(result.text == "Short\nBundles:\nShort\n\nDocs/Finals/Integration:\n01 Short p1.pdf\n02 Short p2.pdf\nnone\n2\nended 0\n", "\(result.text)\(result.err)")
    }
}
