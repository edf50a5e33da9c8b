import ShedModel
import ShedWriting
import Testing

@Suite struct `The names of a view's links` {
    private func target(_ number: UInt64, _ path: String) -> LinkNames.Target {
        LinkNames.Target(id: NodeID(high: 1, low: number), path: RelativePath(stringLiteral: path))
    }

    private func names(_ targets: [LinkNames.Target], own: Set<String> = []) -> [UInt64: String] {
        let names = LinkNames.names(of: targets) { own.contains(String(decoding: $0.bytes, as: UTF8.self)) }
        return Dictionary(uniqueKeysWithValues: names.map { ($0.key.low, String(decoding: $0.value.bytes, as: UTF8.self)) })
    }

    @Test func `a file that is alone lends its name`() {
        #expect(names([target(1, "Draft/Ode.txt")]) == [1: "Ode.txt"])
    }

    @Test func `the oldest of several keeps the name, the folder tells the others apart`() {
        let all = [target(3, "Published/Ode.txt"), target(1, "Ready/Ode.txt"), target(2, "Draft/ode.TXT")]
        #expect(names(all) == [1: "Ode.txt", 2: "ode (Draft).TXT", 3: "Ode (Published).txt"])
        #expect(names(all.reversed()) == names(all))
    }

    @Test func `folders below stand in the name too`() {
        #expect(names([target(1, "Draft/Ode.txt"), target(2, "Draft/Old/Ode.txt")])[2] == "Ode (Draft, Old).txt")
    }

    @Test func `where the folder tells nothing apart the ID does`() {
        let twins = names([target(1, "Draft/Ode.txt"), target(0x1a, "Ready/Ode.txt"), target(0x1b, "Ready/ode.txt")])
        #expect(twins == [1: "Ode.txt", 0x1a: "Ode (0000001a).txt", 0x1b: "ode (0000001b).txt"])
        #expect(names([target(1, "Draft/Ode.txt"), target(0x1a, "Draft/x (y/Ode.txt")])[0x1a] == "Ode (0000001a).txt")
        #expect(names([target(1, "Draft/Ode.txt"), target(0x1a, "Ready/Ode.txt")], own: ["Ode (Ready).txt"])[0x1a] == "Ode (0000001a).txt")
    }

    @Test func `what stands in the folder itself keeps its name`() {
        let names = LinkNames.names(of: [target(1, "Draft/Ode.txt"), target(0x1a, "Ready/Ode.txt")], isTaken: { $0 == "Ode.txt" || $0 == "Ode (Ready).txt" }) { _ in false }
        #expect(names.mapValues { "\($0)" }.values.sorted() == ["Ode (0000001a).txt", "Ode (Draft).txt"])
    }

    @Test func `who has taken all names leaves one without a link, and nothing else`() {
        let own: Set = ["Ode (Ready).txt", "Ode (0000001a).txt", "Ode (00000000-0000-0001-0000-00000000001a).txt"]
        #expect(names([target(1, "Draft/Ode.txt"), target(0x1a, "Ready/Ode.txt")], own: own) == [1: "Ode.txt"])
    }

    @Test func `a name of 255 bytes is cut, and never within a letter`() throws {
        let long = String(repeating: "ä", count: 125) + ".txt"
        let named = LinkNames.names(of: [target(1, "Draft/\(long)x"), target(2, "Ready/\(long)x")]) { _ in false }
        let second = try #require(named[NodeID(high: 1, low: 2)])
        #expect(second.isPossible && second.text?.hasSuffix(" (00000002).txtx") == true, "\(second)")
    }

    @Test func `names that are not UTF-8 are bytes like others`() throws {
        let name = Name(bytes: [0x4f, 0xff, 0x2e, 0x74])
        let all = [(1, "Draft"), (2, "Ready")].map { LinkNames.Target(id: NodeID(high: 1, low: $0), path: RelativePath([Name($1), name])) }
        let named = LinkNames.names(of: all) { _ in false }
        #expect(named[all[0].id] == name)
        #expect(named[all[1].id]?.bytes == [0x4f, 0xff] + Array(" (Ready).t".utf8))
    }

    @Test func `names that are one to people are of one group, however they are spelt`() {
        #expect(LinkNames.key(of: "Ode.txt") == LinkNames.key(of: "oDE.TXT"))
        #expect(LinkNames.key(of: "\u{e4}.txt") == LinkNames.key(of: "A\u{308}.txt"))
        // The Kelvin sign.
        #expect(LinkNames.key(of: "\u{212a}.txt") == LinkNames.key(of: "k.txt"))
        #expect(LinkNames.key(of: "Ode.txt") != LinkNames.key(of: "Odes.txt"))
    }

    @Test func `a name that was told apart says of which it may be`() {
        #expect(LinkNames.origin(of: "Ode (Ready).txt") == "Ode.txt")
        #expect(LinkNames.origin(of: "Ode (1) (Ready)") == "Ode (1)")
        for name: Name in ["Ode.txt", "(Ready).txt", " (Ready)", "Ode(Ready).txt", ")", ""] { #expect(LinkNames.origin(of: name) == nil, "\(name)") }
    }
}

@Suite struct `The text of a view's links` {
    @Test func `it leads up once and then down`() {
        #expect(LinkText.text(to: "Draft/Old/Ode.txt") == Array("../Draft/Old/Ode.txt".utf8))
        #expect(LinkText.target(of: Array("../Draft/Old/Ode.txt".utf8)) == "Draft/Old/Ode.txt")
    }

    @Test func `from a folder further down it leads up so often`() {
        #expect(LinkText.text(to: "Draft/Ode.txt", from: 3) == Array("../../../Draft/Ode.txt".utf8))
        #expect(LinkText.target(of: Array("../../Draft/Ode.txt".utf8), from: 2) == "Draft/Ode.txt")
        for text in ["../Draft/Ode.txt", "../../../Draft/Ode.txt", "../../Draft", "../../.shed/ops", "../..", "/Draft/Ode.txt"] {
            #expect(LinkText.target(of: Array(text.utf8), from: 2) == nil, "\(text)")
        }
        #expect(LinkText.text(to: "Draft/Ode.txt", from: 0) == nil && LinkText.text(to: "Draft/Ode.txt", from: .max) == nil)
    }

    @Test func `what leads elsewhere is none of a view's`() {
        for text in ["", "Draft/Ode.txt", "/etc/passwd", "../../etc/passwd", "../Draft/../../x", "../Draft//Ode.txt", "../Draft/", "../Draft", "../.shed/project.json", ".."] {
            #expect(LinkText.target(of: Array(text.utf8)) == nil, "\(text)")
        }
        #expect(LinkText.target(of: Array("../Draft/".utf8) + Array(repeating: 0x61, count: 5_000)) == nil)
    }
}
