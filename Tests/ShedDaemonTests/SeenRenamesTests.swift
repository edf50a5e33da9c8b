import ShedModel
import ShedTestSchedule
import ShedWatch
import Testing

@testable import ShedDaemon

/// Which paths a file had before, as far as the daemon saw it renamed.
@Suite(.waitsForPrograms) struct `What was seen to be renamed` {
    private static func burst(_ renames: [(from: RelativePath, to: RelativePath)]) -> Burst {
        var burst = Burst(key: RootKey(1))
        burst.renames = renames.map { Burst.Rename(from: $0.from, to: $0.to) }
        return burst
    }

    @Test func `a file that is moved and then saved by a rename has the path before too`() {
        var activity = WatchedActivity()
        activity.take(Self.burst([("Draft/a.txt", "Ready/a.txt"), ("Ready/sedX", "Ready/a.txt")]))
        activity.take(Self.burst([("Ready/sedY", "Ready/a.txt"), ("Ready/a.txt", "Ready/b.txt")]))
        #expect(activity.sightings.renamed == ["Ready/b.txt": ["Ready/a.txt", "Ready/sedY", "Ready/sedX", "Draft/a.txt"]])
    }

    @Test func `what a walk has seen at its new path has no other: a file that replaces it later is another save`() {
        var activity = WatchedActivity()
        activity.take(Self.burst([("Draft/a.txt", "Draft/b.txt")]))
        activity.noteWalk()
        activity.take(Self.burst([("Draft/.tmp", "Draft/b.txt")]))
        #expect(activity.sightings.renamed == ["Draft/b.txt": ["Draft/.tmp"]])
    }

    @Test func `no file has more than sixteen, and none twice`() {
        var activity = WatchedActivity()
        for number in 0..<40 { activity.take(Self.burst([(RelativePath([Name("x\(number)")]), "a.txt")])) }
        #expect(activity.sightings.renamed["a.txt"]?.count == 16)
        activity.noteWalk()
        for _ in 0..<3 { activity.take(Self.burst([("tmp", "b.txt")])) }
        #expect(activity.sightings.renamed["b.txt"] == ["tmp"])
    }

    @Test func `two files that changed places came from each other, also where one of them is saved by a rename then`() {
        var activity = WatchedActivity()
        activity.take(Self.burst([("x", "a.txt"), ("a.txt", "b.txt"), ("b.txt", "a.txt"), ("tmp", "b.txt")]))
        #expect(activity.sightings.renamed["b.txt"] == ["tmp", "a.txt", "x"] && activity.sightings.renamed["a.txt"]?.first == "b.txt")
    }
}
