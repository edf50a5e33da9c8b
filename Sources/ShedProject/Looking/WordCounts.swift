import ShedDisk
import ShedMessages
import ShedModel
import ShedOffice

/// How many words the texts of a listing hold, file by file and folder by folder.
public struct WordCounts: Sendable {
    /// By entry of the snapshot: texts alone.
    fileprivate(set) var files: [Int: Int] = [:]
    /// By directory of the snapshot, of all texts below; `nil` where there is none.
    fileprivate(set) var directories: [Int?]
    /// Texts of more than ``Search/largestText``, which are not counted.
    public fileprivate(set) var tooLarge: [RelativePath] = []
    /// Why others are not, a sentence without its full stop each.
    public fileprivate(set) var unreadable: [Message] = []

    fileprivate init(directories: Int) { self.directories = Array(repeating: nil, count: directories) }

    /// Whether a file's words are counted, by its name: a text, or a document of an office program.
    package static func counts(_ name: Name) -> Bool { isText(name) || OfficeFormat(name) != nil }

    /// Whether a file is taken for a text by its name: text, Markdown, or a name without an extension.
    static func isText(_ name: Name) -> Bool {
        guard let dot = name.bytes.lastIndex(of: UInt8(ascii: ".")) else { return true }
        let end = name.bytes[(dot + 1)...]
        // Asked of each file: by its bytes.
        guard (1...8).contains(end.count), end.allSatisfy({ $0.isDigit || isLetter($0) }) else { return true }
        return suffixes.contains { $0.count == end.count && zip($0, end).allSatisfy { $0 == $1 | 0x20 } }
    }

    /// Of texts, in lower case.
    private static let suffixes = ["txt", "text", "md", "markdown"].map { Array($0.utf8) }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }
}

extension Listing {
    /// The same listing with the words of the texts at a path or below it counted, which views then have. Each of these files that
    /// is not as it was when it was last counted is read from its beginning to its end.
    ///
    /// What lies in Trash and Rejected, in what is derived, and in folders whose texts are copies, counts there, and in no folder above.
    public func counted(below path: RelativePath) throws(ShedError) -> Listing {
        let entry = path.isRoot ? nil : snapshot.entry(at: path)
        if !path.isRoot { guard let entry, snapshot.entries[entry].kind.nodeType != nil else { throw notFound(path) } }
        let directory = entry.map { Int(snapshot.entries[$0].directory) } ?? 0
        // To keep what one file holds costs more than to read it once more.
        let keeper = directory >= 0 ? WordKeeper(project) : nil
        var counting = Counting(TextCounter(project.home.root), keeper, apart: keeper == nil ? [] : apart, of: snapshot)
        if directory >= 0 {
            count(in: directory, at: path, &counting)
        } else if let entry {
            count(entry, at: path, &counting)
        }
        keeper?.save(isWhole: path.isRoot)
        // Only what is told of needs an order.
        counting.counts.tooLarge.sort()
        counting.counts.unreadable.sort { $0.english < $1.english }
        // Each directory comes behind the one that it is in.
        for directory in snapshot.directories.indices.reversed() where directory > 0 {
            guard let sum = counting.counts.directories[directory], !isApart(directory) else { continue }
            let parent = Int(snapshot.entries[Int(snapshot.directories[directory].entry)].parent)
            counting.counts.directories[parent] = (counting.counts.directories[parent] ?? 0) + sum
        }
        var listing = self
        listing.words = counting.counts
        return listing
    }

    /// What is done so far.
    private struct Counting {
        let counter: TextCounter
        /// `nil` where only one file is counted.
        let keeper: WordKeeper?
        /// By directory, whether it or one above it counts for itself alone; empty without a keeper.
        let apart: [Bool]
        var counts: WordCounts

        init(_ counter: TextCounter, _ keeper: WordKeeper?, apart: [Bool], of snapshot: Snapshot) {
            (self.counter, self.keeper, self.apart) = (counter, keeper, apart)
            counts = WordCounts(directories: snapshot.directories.count)
        }
    }

    private func count(in start: Int, at path: RelativePath, _ counting: inout Counting) {
        var waiting = [(directory: start, path: path)]
        while let (directory, path) = waiting.popLast() {
            for entry in snapshot.directories[directory].entries {
                let inner = snapshot.entries[entry].directory
                let name = snapshot.name(of: entry)
                if inner >= 0 {
                    waiting.append((Int(inner), path.appending(name)))
                } else if snapshot.entries[entry].kind == .file {
                    count(entry, at: path.appending(name), &counting)
                }
            }
        }
    }

    private func count(_ entry: Int, at path: @autoclosure () -> RelativePath, _ counting: inout Counting) {
        guard WordCounts.counts(snapshot.name(of: entry)) else { return }
        let directory = Int(snapshot.entries[entry].parent)
        switch outcome(entry, at: path(), counting) {
        case .words(let number):
            counting.counts.files[entry] = number
            counting.counts.directories[directory] = (counting.counts.directories[directory] ?? 0) + number
        case .noText: break
        case .tooLarge: counting.counts.tooLarge.append(path())
        case .damaged(let error): counting.counts.unreadable.append(.verbatim("\(path()) \(error.reason), and its words are not counted"))
        case .unreadable(let error): counting.counts.unreadable.append(error.words)
        }
    }

    private func outcome(_ entry: Int, at path: @autoclosure () -> RelativePath, _ counting: Counting) -> TextCounter.Outcome {
        let evidence = snapshot.entries[entry].evidence
        guard let id = binding[entry], let keeper = counting.keeper else { return counting.counter.count(path()) }
        if let known = keeper.known(id, evidence) { return known }
        let outcome = counting.counter.count(path())
        keeper.note(outcome, id, evidence, isCounted: !counting.apart[Int(snapshot.entries[entry].parent)])
        return outcome
    }

    /// By directory, whether it or one above it is such as ``isApart(_:)`` says.
    private var apart: [Bool] {
        var apart = Array(repeating: false, count: snapshot.directories.count)
        // Each directory comes behind the one that it is in.
        for directory in snapshot.directories.indices where directory > 0 {
            apart[directory] = apart[Int(snapshot.entries[Int(snapshot.directories[directory].entry)].parent)] || isApart(directory)
        }
        return apart
    }

    /// Whether what is in a directory counts for it alone.
    private func isApart(_ directory: Int) -> Bool {
        binding[Int(snapshot.directories[directory].entry)].flatMap { model.nodes[$0] }.map(project.countsApart) == true
    }
}

extension Project {
    /// Whether what is in a folder counts for it alone: Trash and Rejected, what is derived of other folders, and what the project's
    /// kind says.
    package func countsApart(_ folder: Node) -> Bool {
        guard let role = folder.role else { return false }
        return role == .trash || role == .rejected || home.template.folder(role)?.filling == .derived || kind.holdsCopies(role)
    }
}
