import ShedCommandTestSupport
import ShedModel
import ShedTestSchedule
import ShedTestSupport
import Testing

/// `repair` in a project of any kind.
@Suite(.waitsForPrograms) struct `A repair of the sidecar` {
    @Test func `says what is the matter with batches, and does nothing about it`() throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario("""
            cd Poems/.shed/ops; mkdir -p 0123456789abcdef stray; echo torn > 0123456789abcdef/0000000000000001-0123456789abcdef-0000000000000000.jsonl; cd ../..
            "$SHED" repair --dry-run -q; echo $?; "$SHED" repair --yes -q; echo $?
            """)
        #expect(output == "1\n1\n")
        let repairs = try #require(try shelf.shed("repair", "--dry-run", "--json", in: "Poems").json().array)
        #expect(!repairs.isEmpty && repairs.allSatisfy { $0["sort"]?.string == "sidecar" && $0["possible"] == .bool(false) })
    }

    /// Which ones, and when they go: `CompactingTests`.
    @Test func `puts no batches together that are of today`() throws {
        let shelf = try Shelf.withPoems()
        let output = try shelf.scenario("""
            cd Poems; echo x > Draft/x.txt; "$SHED" sync -q; find .shed | sort > $T/before
            "$SHED" repair --compact; "$SHED" repair --compact --dry-run; find .shed | sort | cmp - $T/before && echo same
            """)
        #expect(output == "There is nothing to put together.\nThere is nothing to put together.\nsame\n")
        let said = try shelf.shed("repair", "--compact", "--json", in: "Poems").json()
        #expect(said["batches"] == 0 && said["dropped"] == .array([]) && said["hindrance"] == .null)
    }
}
