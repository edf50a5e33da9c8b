import ShedThreads
import Testing

@Suite struct MonitorTests {
    @Test func `no more threads than there are places are in at once, and all come in`() {
        struct State: Sendable {
            var free = 3
            var most = 0
            var done = 0
        }
        let places = Monitor(State())
        Parallel.run(8, threads: 8) { _ in
            for _ in 0..<500 {
                places.wait { state -> Void? in
                    guard state.free > 0 else { return nil }
                    state.free -= 1
                    state.most = max(state.most, 3 - state.free)
                    return ()
                }
                places.withLock { state in
                    state.free += 1
                    state.done += 1
                }
                places.wakeOne()
            }
        }
        #expect(places.withLock { $0.free == 3 && $0.done == 4_000 && (1...3).contains($0.most) })
    }

    @Test func `who waits for a while gets what is there at once, and nothing where it does not come`() {
        let number = Monitor(7)
        #expect(number.wait(nanoseconds: 0) { $0 == 7 ? "seven" : nil } == "seven")
        #expect(number.wait(nanoseconds: 1_000) { $0 == 8 ? "eight" : nil } == nil)
    }

    @Test func `everybody who waits is woken`() throws {
        let number = Monitor(0)
        let threads = try (0..<4).map { _ in
            try Thread {
                number.wait { $0 < 0 ? () : nil }
                number.withLock { $0 -= 1 }
            }
        }
        number.withLock { $0 = -1 }
        number.wakeAll()
        for thread in threads { thread.join() }
        #expect(number.withLock { $0 } == -5)
    }
}
