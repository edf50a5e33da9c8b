import Glibc
import ShedFuzzTargets
import ShedModel
import Testing

/// Bytes of any origin (Documentation/Reliability.md). What traps ends the process and leaves its input in `/tmp/shed-fuzz-…`; SHED_SEED
/// says where chance begins, SHED_CASES how many inputs each target gets.
@Suite struct `What reads bytes of any origin` {
    private static let targets = FuzzTarget.all.map(\.name)

    private static func number(_ variable: String) -> UInt64? { getenv(variable).flatMap { UInt64(String(cString: $0)) } }

    private func target(_ name: String) throws -> FuzzTarget { try #require(FuzzTarget.all.first { $0.name == name }) }

    @Test(arguments: targets) func `bears what is kept for it, and what is made of that`(name: String) throws {
        let target = try target(name)
        let file = try InputFile(name)
        let kept = Corpus.inputs(of: name)
        for (label, input) in kept {
            file.hold(input)
            do throws(BrokenInvariant) { try target.run(input) } catch { Issue.record("Fixtures/fuzz/\(name)/\(label): \(error)") }
        }
        var mutator = Mutator(seed: Self.number("SHED_SEED") ?? 1, words: target.words)
        let inputs = target.seeds + kept.map(\.bytes)
        for input in target.seeds {
            file.hold(input)
            try hold(target, input)
        }
        for _ in 0..<(Self.number("SHED_CASES") ?? UInt64(target.executions)) {
            let input = mutator.next(inputs)
            file.hold(input)
            try hold(target, input)
        }
    }

    /// Records what does not hold, with the input, and goes no further.
    private func hold(_ target: FuzzTarget, _ input: [UInt8]) throws {
        do throws(BrokenInvariant) { try target.run(input) } catch {
            Issue.record("\(target.name): \(error); the input in base64: \(Base64.encode(input))")
            throw error
        }
    }

    @Test func `has a name of its own, seeds that it bears, and no corpus without a target`() {
        #expect(Set(Self.targets).count == Self.targets.count && Self.targets.count > 25)
        #expect(FuzzTarget.all.allSatisfy { !$0.seeds.isEmpty && $0.executions > 0 })
        #expect(Set(Corpus.targets).subtracting(Self.targets) == [])
    }
}

/// That the short runs would find something.
@Suite struct `A short run` {
    /// How many inputs it takes until one is as it should not be.
    private func inputs(until isFound: ([UInt8]) -> Bool, of seed: String) -> Int? {
        var mutator = Mutator(seed: 1, words: [])
        return (0..<50_000).first { _ in isFound(mutator.next([Array(seed.utf8)])) }
    }

    @Test func `comes upon the ends of numbers, upon depth, and upon what is no text`() throws {
        let seed = "{\"time\":1700000000000,\"name\":\"a\"}"
        let numbers = ["9223372036854775807", "-9223372036854775808", "18446744073709551616", "1e309", "NaN", "-0.0"]
        for number in numbers {
            #expect(inputs(until: { String(decoding: $0, as: UTF8.self).contains("\"time\":\(number),") }, of: seed) != nil, "\(number)")
        }
        #expect(inputs(until: { $0.count { $0 == UInt8(ascii: "[") } > 65 }, of: seed) != nil)
        #expect(inputs(until: { String(validating: $0, as: UTF8.self) == nil }, of: seed) != nil)
        #expect(inputs(until: { $0.contains(0) }, of: seed) != nil)
    }

    @Test func `makes the same inputs again`() {
        var (first, second, third) = (Mutator(seed: 5, words: ["x"]), Mutator(seed: 5, words: ["x"]), Mutator(seed: 6, words: ["x"]))
        let inputs: [[UInt8]] = [[1, 2, 3], Array("abc 12".utf8)]
        let made = (0..<50).map { _ in first.next(inputs) }
        #expect((0..<50).map { _ in second.next(inputs) } == made && (0..<50).map { _ in third.next(inputs) } != made)
    }
}
