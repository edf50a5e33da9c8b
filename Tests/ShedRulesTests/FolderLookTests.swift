import ShedModel
import ShedRules
import Testing

@Suite struct FolderLookTests {
    private func see(_ name: Name, _ kind: EntryKind = .file, links: UInt32 = 1, by look: inout FolderLook) {
        name.bytes.withUnsafeBufferPointer { look.see($0, kind, links: links) }
    }

    private func traits(_ change: (inout FolderTraits) -> Void) -> FolderTraits {
        var traits = FolderTraits()
        change(&traits)
        return traits
    }

    @Test func `a folder of ordinary files has its longest name and nothing else`() {
        var look = FolderLook()
        for name in ["Ode.txt", "Sonnet 18.txt", "a"] as [Name] { see(name, by: &look) }
        #expect(look.finish() == traits { $0.longestName = 13 })
        #expect(look.finish() == FolderTraits())
    }

    @Test func `each thing that rules look at again shows`() {
        var look = FolderLook()
        see("a?", by: &look)
        #expect(look.finish() == traits { ($0.hasOddName, $0.longestName) = (true, 2) })
        see("Book", .directory, links: 7, by: &look)
        #expect(look.finish() == traits { ($0.holdsFolders, $0.longestName) = (true, 4) })
        for (kind, links) in [(EntryKind.link, 1), (.special, 1), (.file, 2)] as [(EntryKind, UInt32)] {
            see("a", kind, links: links, by: &look)
            #expect(look.finish() == traits { ($0.holdsOddities, $0.longestName) = (true, 1) }, "\(kind)")
        }
        see("a", links: 0, by: &look)
        #expect(look.finish() == traits { $0.longestName = 1 })
    }

    @Test func `what was seen of a folder that is given up does not show in the next`() {
        var look = FolderLook()
        see("a?", .link, by: &look)
        see("é", .directory, by: &look)
        look.reset()
        see("e", by: &look)
        see("E2", by: &look)
        #expect(look.finish() == traits { $0.longestName = 2 })
    }

    /// What is denied has to be certain.
    @Test func `no two names that collide pass`() {
        let names: [Name] = ["k", "K", "\u{212a}", "e\u{301}", "\u{e9}", "\u{c9}", "ss", "SS", "\u{df}", "I", "i", "\u{131}", "a", "Ode.txt", "ode.TXT"]
        var (passed, seen): ([String], Int) = ([], 0)
        for (number, left) in names.enumerated() {
            for right in names.dropFirst(number + 1) where !NameCollision.collisions(in: [left, right]).isEmpty {
                var look = FolderLook()
                for name in [left, "between", right] { see(name, by: &look) }
                seen += 1
                if !look.finish().mayCollide { passed.append("\(left) \(right)") }
            }
        }
        #expect(seen > 10)
        #expect(passed == [])
    }
}
