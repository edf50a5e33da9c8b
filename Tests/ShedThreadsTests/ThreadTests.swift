import Glibc
import ShedThreads
import Testing

@Suite struct ThreadTests {
    private final class Notes: Sendable {
        let numbers = Lock<[Int]>([])
    }

    @Test func `a thread runs its body, elsewhere, and keeps what that holds until then`() throws {
        let notes = Notes()
        let caller = UInt(pthread_self())
        weak var held: Notes?
        let thread: Thread
        do {
            let inner = Notes()
            held = inner
            thread = try Thread {
                inner.numbers.withLock { $0.append(1) }
                notes.numbers.withLock { $0.append(UInt(pthread_self()) == caller ? 0 : inner.numbers.withLock { $0.count }) }
            }
        }
        #expect(!thread.isCurrent)
        thread.join()
        #expect(notes.numbers.withLock { $0 } == [1])
        #expect(held == nil)
    }

    @Test(arguments: [true, false]) func `a thread takes signals or not, and the caller's mask stays`(blocks: Bool) throws {
        func blocked() -> Bool {
            var mask = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            return sigismember(&mask, SIGUSR2) == 1
        }
        let before = blocked()
        let found = Notes()
        try Thread(blocksSignals: blocks) {
            var mask = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            let number = sigismember(&mask, SIGUSR2) == 1 ? 1 : 0
            found.numbers.withLock { $0.append(number) }
        }.join()
        #expect(found.numbers.withLock { $0 } == [blocks || before ? 1 : 0])
        #expect(blocked() == before)
    }

    @Test(arguments: [(0, 3), (1, 1), (1, 4), (5, 1), (5, 2), (100, 4), (3, 0)])
    func `each number is done once, whatever the number of threads`(count: Int, threads: Int) {
        let done = Notes()
        let caller = UInt(pthread_self())
        var meanwhile = 0
        Parallel.run(count, threads: threads, meanwhile: { meanwhile += UInt(pthread_self()) == caller ? 1 : 0 }) { number in
            done.numbers.withLock { $0.append(number) }
        }
        #expect(meanwhile == 1)
        #expect(done.numbers.withLock { $0.sorted() } == Array(0..<count))
    }
}
