import Glibc

/// For libFuzzer: gives the target that the variable `SHED_FUZZ_TARGET` names an input, and ends the process where something does not hold.
/// Where `SHED_FUZZ_SEEDS` names a directory, the target's seeds are put there first, and its dictionary beside it, with `.dict` behind.
@_cdecl("shed_fuzz")
public func fuzzOnce(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    do throws(BrokenInvariant) { try chosen.run(Array(UnsafeBufferPointer(start: bytes, count: count))) } catch {
        fatalError("\(chosen.name): \(error)")
    }
    return 0
}

private func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

private let chosen: FuzzTarget = {
    guard let target = FuzzTarget.all.first(where: { $0.name == variable("SHED_FUZZ_TARGET") }) else {
        fatalError("SHED_FUZZ_TARGET must name one of: \(FuzzTarget.all.map(\.name).joined(separator: " "))")
    }
    guard let directory = variable("SHED_FUZZ_SEEDS") else { return target }
    for (number, seed) in target.seeds.enumerated() { write(seed, to: "\(directory)/seed-\(number)") }
    // A word of libFuzzer's is at most 64 bytes.
    let words = (target.words.map { Array($0.utf8) } + Extremes.words).filter { (1...64).contains($0.count) }
    let lines = words.map { word in "\"\(word.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())\"\n" }
    write(Array(lines.joined().utf8), to: directory + ".dict")
    return target
}()

private func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "we") else { fatalError("\(path) cannot be written") }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
}
