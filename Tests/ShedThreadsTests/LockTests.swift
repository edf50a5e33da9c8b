import Glibc
import Testing

@testable import ShedThreads

/// Ends this process with 0 in two minutes, which is no failure: what waits for itself would wait for ever.
private func endsWellIfItWaits() {
    signal(SIGALRM) { _ in _exit(0) }
    alarm(120)
}

@Suite struct LockTests {
    private struct Refusal: Error, Equatable { var number: Int }

    private final class Held: Sendable {}

    @Test func `one thread at a time is in, and all come in`() {
        let state = Lock((isIn: false, meetings: 0, done: 0))
        Parallel.run(8, threads: 8) { _ in
            for number in 0..<500 {
                state.withLock { state in
                    state.meetings += state.isIn ? 1 : 0
                    state.isIn = true
                    // The others come to wait.
                    if number.isMultiple(of: 50) { sched_yield() }
                    state.isIn = false
                    state.done += 1
                }
            }
        }
        #expect(state.withLock { $0.meetings } == 0)
        #expect(state.withLock { $0.done } == 4_000)
    }

    @Test func `an error comes out as it is, and lets the next one in`() {
        let numbers = Lock([1])
        #expect(throws: Refusal(number: 2)) {
            try numbers.withLock { numbers throws(Refusal) in
                numbers.append(2)
                throw Refusal(number: numbers.count)
            }
        }
        #expect(numbers.withLock { $0 } == [1, 2])
    }

    @Test func `copies are one lock, and keep what it guards until the last of them is gone`() {
        weak var held: Held?
        do {
            let first = Lock<Held?>(Held())
            let second = first
            held = first.withLock { $0 }
            #expect(second.withLock { $0 } === held && held != nil)
            second.withLock { $0 = Held() }
            #expect(held == nil)
            held = first.withLock { $0 }
            #expect(held != nil)
        }
        #expect(held == nil)
    }

    @Test func `who holds one may take another`() {
        let (first, second) = (Lock(1), Lock(2))
        #expect(first.withLock { one in second.withLock { $0 + one } } == 3)
    }

    @Test func `who holds one and asks for it again ends the process, and does not wait for itself`() async {
        await #expect(processExitsWith: .failure) {
            endsWellIfItWaits()
            let number = Lock(1)
            number.withLock { _ in number.withLock { $0 += 1 } }
        }
    }
}

@Suite struct FairLockTests {
    @Test func `who waits has its turn before who was in comes again`() throws {
        let order = FairLock<[String]>([])
        let threads = try order.withLock { names in
            names.append("first")
            var threads: [Thread] = []
            for name in ["second", "third"] {
                threads.append(try Thread { order.withLock { $0.append(name) } })
                // Until it waits.
                while order.count < threads.count + 1 { sched_yield() }
            }
            return threads
        }
        order.withLock { $0.append("first again") }
        for thread in threads { thread.join() }
        #expect(order.withLock { $0 } == ["first", "second", "third", "first again"])
    }

    @Test func `who is in and asks for it again ends the process, and does not wait for itself`() async {
        await #expect(processExitsWith: .failure) {
            endsWellIfItWaits()
            let number = FairLock(1)
            number.withLock { _ in number.withLock { $0 += 1 } }
        }
    }

    @Test func `one thread at a time is in, also where one came out with an error`() {
        struct Refusal: Error {}
        let done = FairLock(0)
        Parallel.run(6, threads: 6) { _ in
            for number in 0..<200 {
                try? done.withLock { done throws(Refusal) in
                    done += 1
                    if number.isMultiple(of: 3) { throw Refusal() }
                }
            }
        }
        #expect(done.withLock { $0 } == 1_200)
    }
}
