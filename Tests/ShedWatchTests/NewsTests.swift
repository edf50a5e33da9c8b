import ShedModel
import Testing

@testable import ShedWatch

extension Watching {
    /// Who only wants to know in which root something happened.
    @Suite(.serialized) struct News {
        /// The root that is named now, once all has settled.
        private func named(_ fixture: Fixture) throws -> RootKey? {
            try fixture.watcher.barrier()
            fixture.clock.advance(milliseconds: 60)
            return try fixture.watcher.nextNews(deadline: 0)
        }

        @Test func `a root is named once, until somebody has taken what happened there`() throws {
            let fixture = try Fixture(preparing: "mkdir a")
            try fixture.shell("touch a/one")
            #expect(try named(fixture) == 1)
            try fixture.shell("touch two")
            #expect(try named(fixture) == nil)
            #expect(fixture.watcher.drain(1).dirty == [.root, "a"])
            #expect(try named(fixture) == nil)
            try fixture.shell("touch three")
            #expect(try named(fixture) == 1)
        }

        @Test func `what happens in one root is told while another has been named`() throws {
            let fixture = try Fixture(preparing: "mkdir ../second")
            try fixture.watcher.add(root: Array((fixture.top + "/second").utf8), key: 2)
            try fixture.shell("touch one")
            #expect(try named(fixture) == 1)
            try fixture.shell("touch ../second/two")
            #expect(try named(fixture) == 2)
        }

        @Test func `a root that is gone is named`() throws {
            let fixture = try Fixture(preparing: "mkdir ../second")
            try fixture.watcher.add(root: Array((fixture.top + "/second").utf8), key: 2)
            try fixture.shell("rmdir ../second")
            #expect(try named(fixture) == 2)
            #expect(fixture.watcher.drain(2).rootGone)
            #expect(try named(fixture) == nil)
        }

        @Test func `a root with more folders than one portion is watched as a whole, and is not dirty`() throws {
            let fixture = try Fixture(preparing: "mkdir ../second; cd ../second; for n in $(seq 700); do mkdir -p $n/in; done")
            try fixture.watcher.add(root: Array((fixture.top + "/second").utf8), key: 2)
            #expect(fixture.watcher.watched(2).count == 1_401)
            #expect(fixture.watcher.drain(2).isEmpty)
            try fixture.shell("touch ../second/700/in/one")
            #expect(try fixture.changes(2).dirty == ["700/in"])
        }
    }
}
