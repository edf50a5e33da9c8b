import Glibc

/// Which words the texts of an index hold, and in how many texts each stands.
///
/// It says of which words something is a part: a phrase may begin within a word, which terms cannot be asked for. And it says what a question
/// costs before it is asked. It is read in portions (``WordIndex/readPortion(of:)``), about half a second of one processor for 20,000 texts,
/// and takes some 20 bytes a word. It holds of files that were put in up to a moment; of what came later it says nothing.
public struct WordVocabulary: Sendable {
    /// Words that are as long, in bytes, may have been cut (``TermCounter/longest``): what they end in is not known. One scalar folds to twelve
    /// bytes at most, so one did not fit.
    static let longest = TermCounter.longest - 11

    /// By part of the index.
    var parts = [ShardWords](repeating: ShardWords(), count: WordIndex.parts)
    /// The last number of each part of which it tells.
    public let last: [Int64]

    /// - Parameter last: the last number that each part has given.
    public init(upTo last: [Int64]) { self.last = last }

    /// - Parameter mostCut: of more files with words that may have been cut, a part is too much.
    init(upTo last: [Int64], mostCut: Int) {
        self.last = last
        for part in parts.indices { parts[part].mostCut = mostCut }
    }

    /// The part of which something is still to be read.
    var due: Int? { parts.firstIndex { !$0.isComplete && !$0.isTooMuch } }

    /// Whether all is read.
    public var isComplete: Bool { due == nil }

    /// Whether it can be asked. It cannot where it would be too large, or is not complete.
    public var isUsable: Bool { last.count == WordIndex.parts && parts.allSatisfy(\.isComplete) }
}

/// The words of one part of an index.
struct ShardWords {
    /// In the order of their bytes, behind each ``end``.
    private var bytes: [UInt8] = []
    /// Where each begins.
    private var starts: [UInt32] = []
    /// In how many files each stands, those that are gone among them.
    private var files: [UInt32] = []
    /// The files with words that may have been cut.
    var cut: Set<Int64> = []
    /// Words that may have been cut, of which it is still to be asked in which files they are.
    var long: [[UInt8]] = []
    private(set) var lastToken: [UInt8] = []
    /// How often each byte stands in `bytes`: what is rare there is looked for first.
    private var often = [UInt32](repeating: 0, count: 256)
    private(set) var isComplete = false
    var mostCut = 1 << 16

    private static let end = UInt8(ascii: "\n")
    /// No more is kept, in bytes.
    private static let most = 32 << 20
    /// Of more words a part says nothing that is worth asking.
    static let mostOfPart = 128

    /// Whether there is more than is kept.
    var isTooMuch: Bool { bytes.count > ShardWords.most || cut.count > mostCut }

    /// - Parameter token: a term and its class (``TermFrequency``), each behind the one before.
    mutating func add(_ token: UnsafeBufferPointer<UInt8>, files count: Int64) {
        lastToken.removeAll(keepingCapacity: true)
        lastToken += token
        guard token.count > 2, token[0] != TermFrequency.mark else { return }
        let word = token[..<(token.count - 2)]
        guard word.count < WordVocabulary.longest else {
            if long.last.map({ !$0.elementsEqual(word) }) ?? true { long.append(Array(word)) }
            return
        }
        let more = UInt32(clamping: count)
        if let start = starts.last, bytes[Int(start)..<bytes.count - 1].elementsEqual(word) {
            files[files.count - 1] = files[files.count - 1].addingReportingOverflow(more).partialValue
        } else if !ShardWords.isPair(word) {
            starts.append(UInt32(bytes.count))
            files.append(more)
            bytes += word
            bytes.append(ShardWords.end)
            for byte in word { often[Int(byte)] &+= 1 }
            often[Int(ShardWords.end)] &+= 1
        }
    }

    /// That all is read: it takes no more memory than it needs then.
    mutating func end() {
        isComplete = true
        bytes = bytes.withUnsafeBufferPointer { Array($0) }
        starts = starts.withUnsafeBufferPointer { Array($0) }
        files = files.withUnsafeBufferPointer { Array($0) }
    }

    /// Whether a term is of a script without spaces: no part of a word begins or ends in one.
    private static func isPair(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard let lead = word.first, lead >= 0xe0, word.count <= 8 else { return false }
        let scalars = String(decoding: word, as: UTF8.self).unicodeScalars
        return scalars.count <= 2 && scalars.allSatisfy { SearchScalars.sort($0) == .unspaced }
    }

    private func word(_ position: Int) -> ArraySlice<UInt8> {
        bytes[Int(starts[position])..<(position + 1 < starts.count ? Int(starts[position + 1]) : bytes.count) - 1]
    }

    /// How many words come before one.
    private func rank(of word: [UInt8]) -> Int {
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if self.word(middle).lexicographicallyPrecedes(word) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// In how many places at most a term stands.
    /// - Parameter all: how many files there are.
    func files(with term: TermQuery.Term, of all: Int) -> Int {
        // A letter that begins words has one token a file.
        if term.isLetter { return all }
        let first = rank(of: term.bytes)
        guard term.isPrefix else { return first < starts.count && word(first).elementsEqual(term.bytes) ? Int(files[first]) : 0 }
        // No byte of UTF-8 is as high.
        return files[first..<max(first, rank(of: term.bytes + [0xff]))].reduce(0) { $0 + Int($1) }
    }

    /// The words of which something is a part; `nil` where they are many.
    func words(with part: TermQuery.Part) -> (words: [[UInt8]], files: Int)? {
        let sought = part.endsWord ? part.bytes + [ShardWords.end] : part.bytes
        var (words, count, from) = ([[UInt8]](), 0, 0)
        while let place = find(sought, from: from) {
            guard words.count < ShardWords.mostOfPart else { return nil }
            let position = position(at: place)
            let word = word(position)
            words.append(Array(word))
            count += Int(files[position])
            from = word.endIndex + 1
        }
        return (words, count)
    }

    /// Which word stands at a byte.
    private func position(at place: Int) -> Int {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if Int(starts[middle]) <= place { low = middle } else { high = middle }
        }
        return low
    }

    /// Where something stands first, from a byte on.
    private func find(_ sought: [UInt8], from: Int) -> Int? {
        guard let rarest = sought.indices.min(by: { often[Int(sought[$0])] < often[Int(sought[$1])] }) else { return nil }
        return bytes.withUnsafeBufferPointer { bytes in
            sought.withUnsafeBufferPointer { sought in
                guard let base = bytes.baseAddress, let start = sought.baseAddress else { return nil }
                var place = from + rarest
                let end = bytes.count - (sought.count - rarest - 1)
                while place < end, let found = memchr(base + place, CInt(sought[rarest]), end - place) {
                    place = UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
                    if memcmp(base + place - rarest, start, sought.count) == 0 { return place - rarest }
                    place += 1
                }
                return nil
            }
        }
    }
}
