import ShedDisk
import ShedModel
import ShedProject
import ShedProjectTestSupport
import ShedRuleExamples
import ShedRules
import Testing

@testable import ShedCheck

/// Checker skips folders in which a look in passing found nothing to see. That may save work only.
struct `The quick look` {
    @Test func `changes no finding`() throws {
        let shelf = try Shelf(kinds: ProgramKinds.all)
        let project = try shelf.project(named: "P")
        try shelf.shell(
            """
            cd P; mkdir -p Collections/A Collections/Empty Collections/Plain Collections/Too Trash/Old "Collections/$(printf 'd%.0s' $(seq 200))"
            """)
        try shelf.reopen(project).sync()
        try shelf.shell(
            """
            cd P; touch Root.txt Collections/Plain/a.txt Collections/Plain/b.txt All/new.txt Draft/plain.txt 'Draft/what?' Draft/Plain.TXT 'Draft/end. ' Collections/loose.txt
            cd Collections/d*; touch a.txt "$(printf 'e%.0s' $(seq 100))"; cd ../..; touch Collections/Too/x.txt Trash/Old/y.txt
            ln -s / Collections/A/up; ln -s nowhere Draft/gone; ln Draft/plain.txt Collections/A/again.txt; mkfifo Ready/pipe
            """)
        let opened = try shelf.reopen(project, purpose: .look)
        let (drive, name) = (LongPath.drive, 1)
        func scan(_ listed: Set<Name>?) throws -> Snapshot {
            let brevity = listed.map { Brevity(listed: $0, longestPath: LongPath.longest - drive - name) }
            return try Crawler.crawl(opened.home.root, options: .init(evidence: false, countsLinks: true, looks: true, brevity: brevity))
        }
        func findings(_ snapshot: Snapshot) throws -> [Finding]? {
            let index = try #require(opened.store.index)
            let folders = try #require(QuickBinding(index.folders(), project: opened.home.id).folders(snapshot))
            var checker = Checker(BoundScan(snapshot, folders: folders) { _ in nil }, rules: opened.home.rules)
            checker.rootLength = name
            return checker.findingsIfListed(root: opened.home.root)?.sorted { ($0.path, $0.rule, $0.message) < ($1.path, $1.rule, $1.message) }
        }
        var snapshot = try scan(nil)
        let quick = try #require(try findings(snapshot))
        let all = snapshot.directories.allSatisfy { $0.traits != nil }
        #expect(all)
        for index in snapshot.directories.indices { snapshot.directories[index].traits = nil }
        #expect(try findings(snapshot) == quick)
        let brief = try scan(["Trash"])
        #expect(brief.directories.count { $0.leavesOutFiles } == 2, "Collections/Plain and Collections/Too")
        #expect(try findings(brief) == quick)
        // Whoever looks at a file in Trash has to be told that it is not listed.
        #expect(try findings(scan([])) == nil)
        let rules = Set(quick.map(\.rule))
        #expect(rules.isSuperset(of: [
            "reserved-character", "trailing-dot-or-space", "name-collision", "file-at-root", "closed-folder", "hard-linked-file",
            "special-file", "leaving-link", "dangling-link", "long-path",
        ]), "\(rules)")
    }
}
