import ShedDisk
import ShedModel

/// Contents of files that were read and are not in the index yet.
struct ReadContents {
    private struct Entry {
        var evidence: Evidence
        var hash: ContentHash
    }

    /// By the file, not its name or node: it may have many (hard links).
    private var entries: [FileIdentity: Entry] = [:]

    /// The content of a file that looks just so.
    func hash(seenAs evidence: Evidence) -> ContentHash? {
        guard let known = entries[evidence.identity], known.evidence == evidence else { return nil }
        return known.hash
    }

    /// - Parameter now: milliseconds since 1970.
    mutating func note(_ hash: ContentHash, seenAs evidence: Evidence, now: Int64) {
        // What is written to right after it was read may look the same: only what has been quiet for a while is remembered.
        guard !evidence.isRacy(at: now * 1_000_000) else { return }
        entries[evidence.identity] = Entry(evidence: evidence, hash: hash)
    }
}
