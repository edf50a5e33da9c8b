import ShedModel
import Testing

@testable import ShedProject

/// What is kept of words, and what counts as written.
@Suite struct `What is known of words` {
    private static let minute: Int64 = 60_000
    /// In milliseconds since 1970: noon of some day.
    private static let noon: Int64 = 1_790_000_000_000
    private let ode = NodeID(high: 1, low: 2)
    private let hymn = NodeID(high: 1, low: 3)
    private let project = NodeID(high: 9, low: 9)

    private func seen(_ words: Int, at time: Int64) -> WordMemory.Known {
        let evidence = Evidence(inode: 5, size: Int64(words), modified: time * 1_000_000, changed: time * 1_000_000)
        return WordMemory.Known(evidence, words: words, now: time + Self.minute)
    }

    private func day(_ time: Int64) -> CalendarDay? { CalendarDay(number: Int(time / 86_400_000)) }

    private func words(_ memory: WordMemory, _ id: NodeID) -> [DayOfWords] {
        memory.days.filter { $0.key.id == id }.sorted { $0.key.day < $1.key.day }.map(\.value)
    }

    private func take(_ words: Int, _ id: NodeID, at time: Int64, birth: Int64 = 0, into memory: inout WordMemory) {
        memory.take(id, seen(words, at: time), birth: birth * 1_000_000, now: time + Self.minute, day: day)
    }

    @Test func `what is seen for the first time was found, and what comes after that was written`() {
        var memory = WordMemory()
        take(1_000, ode, at: Self.noon, into: &memory)
        #expect(words(memory, ode) == [DayOfWords(added: 0, removed: 0, found: 1_000)])
        take(1_080, ode, at: Self.noon + Self.minute, into: &memory)
        take(1_050, ode, at: Self.noon + 2 * Self.minute, into: &memory)
        #expect(words(memory, ode) == [DayOfWords(added: 80, removed: 30, found: 1_000)])
        take(1_060, ode, at: Self.noon + 86_400_000, into: &memory)
        #expect(words(memory, ode) == [DayOfWords(added: 80, removed: 30, found: 1_000), DayOfWords(added: 10, removed: 0, found: 0)])
    }

    @Test func `what comes faster than anybody writes was found`() {
        var memory = WordMemory()
        take(10, ode, at: Self.noon, into: &memory)
        take(510, ode, at: Self.noon + Self.minute, into: &memory)
        #expect(words(memory, ode) == [DayOfWords(added: 0, removed: 0, found: 510)])
        take(1_010, ode, at: Self.noon + 11 * Self.minute, into: &memory)
        #expect(words(memory, ode) == [DayOfWords(added: 500, removed: 0, found: 510)])
    }

    @Test func `a file that was made since all were looked at was written, and one that was there was found`() {
        var memory = WordMemory()
        memory.looked = Self.noon
        take(90, ode, at: Self.noon + 2 * Self.minute, birth: Self.noon + Self.minute, into: &memory)
        take(90, hymn, at: Self.noon + 2 * Self.minute, birth: Self.noon - Self.minute, into: &memory)
        #expect(words(memory, ode).first?.added == 90 && words(memory, hymn).first?.found == 90)
    }

    @Test func `what holds no text, or could not be counted, is nothing that was taken away`() {
        var memory = WordMemory()
        take(50, ode, at: Self.noon, into: &memory)
        take(WordMemory.Known.uncounted, ode, at: Self.noon + Self.minute, into: &memory)
        #expect(words(memory, ode) == [DayOfWords(added: 0, removed: 0, found: 50)])
        take(60, ode, at: Self.noon + 2 * Self.minute, into: &memory)
        #expect(words(memory, ode).first?.removed == 0)
    }

    @Test func `is read back as it was written, and not where it is torn`() throws {
        var memory = WordMemory()
        take(1_000, ode, at: Self.noon, into: &memory)
        take(3, hymn, at: Self.noon, into: &memory)
        memory.looked = Self.noon
        let bytes = memory.bytes
        #expect(WordMemory(bytes) == memory && WordMemory(WordMemory().bytes) == WordMemory())
        for length in bytes.indices { #expect(WordMemory(Array(bytes[..<length])) == nil) }
        for position in bytes.indices {
            var other = bytes
            other[position] ^= 0x81
            #expect(WordMemory(other) == nil, "\(position)")
        }
    }

    @Test func `has the bytes that it always had`() {
        var memory = WordMemory()
        take(1_000, ode, at: Self.noon, into: &memory)
        memory.looked = Self.noon
        let bytes = "7368656420776f72647320310a000000006c50c4a0010000010000000000000001000000000000000100000000000000020000000000000005000000"
            + "00000000e8030000000000000000f323845bd7180000f323845bd718e80300000000000001000000000000000200000000000000ed50000000000000"
            + "00000000e803000000000000bd7a0443c480d97e"
        #expect(Hexadecimal.string(of: memory.bytes) == bytes)
    }

    @Test func `of long ago is added up, and stays little`() throws {
        var memory = WordMemory()
        let today = try #require(day(Self.noon))
        for back in [0, 399, 401, 800] {
            for id in [ode, hymn] {
                let time = Self.noon - Int64(back) * 86_400_000
                memory.take(id, seen(10 + back, at: time), birth: 0, now: time + Self.minute, day: day)
            }
        }
        let sum = memory.days.values.reduce(0) { $0 + $1.found + $1.added + $1.removed }
        memory.prune(today: today, project: project)
        #expect(memory.days.count == 6 && words(memory, project).count == 2)
        #expect(memory.days.values.reduce(0) { $0 + $1.found + $1.added + $1.removed } == sum)
        for number in 0..<(WordMemory.mostLines + 10) {
            memory.take(NodeID(high: 7, low: UInt64(number)), seen(1, at: Self.noon), birth: 0, now: Self.noon + Self.minute, day: day)
        }
        memory.prune(today: today, project: project)
        #expect(memory.days.count <= WordMemory.mostLines + 4)
        #expect(WordMemory(memory.bytes)?.days == memory.days)
    }

    @Test func `a file that was written to just now is read again`() {
        let evidence = Evidence(inode: 5, size: 1, modified: Self.noon * 1_000_000, changed: Self.noon * 1_000_000)
        #expect(!WordMemory.Known(evidence, words: 1, now: Self.noon + 1_000).stamp.isOf(evidence))
        #expect(WordMemory.Known(evidence, words: 1, now: Self.noon + 3_000).stamp.isOf(evidence))
    }
}
