import ShedModel
import ShedSearch

/// What a daemon keeps of the index of words from one search to the next.
struct SearchMemory {
    let number: UInt32
    let index: WordIndex
    /// As it was when the files were read (``WordIndex/state()``).
    let state: [Int64]
    let files: [UInt64: IndexedFile]
    /// The last number of each part.
    let last: [Int64]
    /// How large a text is that it knows, in bytes; `nil` where it knows none.
    let averageSize: Double?
    /// Where its files stand, once somebody asked.
    var places: SearchPlaces?
    /// The words of its texts, once somebody asked for what may be a part of one; and what is read of those that it has since.
    var vocabulary: WordVocabulary?
    var coming: WordVocabulary?
    var wantsVocabulary = false

    /// After so many other files the vocabulary is read anew: those are read whatever is asked.
    private static let mostLater: Int64 = 500

    init(number: UInt32, index: WordIndex, state: [Int64], files: [UInt64: IndexedFile]) {
        (self.number, self.index, self.state, self.files) = (number, index, state, files)
        var last = [Int64](repeating: 0, count: WordIndex.parts)
        var (count, size) = (0, 0.0)
        for (inode, file) in files {
            let part = WordIndex.part(ofInode: inode)
            last[part] = max(last[part], file.number)
            guard file.sort == .text else { continue }
            count += 1
            size += Double(file.stamp.written.size)
        }
        self.last = last
        averageSize = count == 0 ? nil : size / Double(count)
    }

    /// Has the words read while nothing happens, where that is worth it.
    mutating func wantVocabulary() {
        guard coming == nil else { return }
        wantsVocabulary = vocabulary.map { zip(last, $0.last).reduce(0) { $0 + max(0, $1.0 - $1.1) } > SearchMemory.mostLater } ?? true
    }

    /// Reads some of the words that are wanted.
    mutating func readVocabulary() {
        var words = coming ?? WordVocabulary(upTo: last)
        (coming, wantsVocabulary) = (nil, false)
        // Who asks next finds out what is wrong with the index.
        do throws(WordIndexError) { try index.readPortion(of: &words) } catch { return }
        if words.isComplete { vocabulary = words } else { coming = words }
    }

    /// Whether words are to be read.
    var isReading: Bool { wantsVocabulary || coming != nil }
}
