import Glibc
import ShedDisk
import ShedModel

/// Says on this machine's disk which entries of the undo journal are being written: whoever has the project's lock and finds some that are none
/// of his knows that their process was killed.
///
/// It costs no write to the disk, and a power cut may lose it, or leave one that came to its end: what was done of an entry is looked at in
/// any case.
struct UnderWay {
    private let path: String

    /// So many are kept.
    private static let most = 16
    /// They take no more bytes.
    private static let longest = 512

    init(in folder: ProjectStateFolder) { path = folder.path + "/doing" }

    var numbers: [Int] {
        guard let file = try? HistoryFile.openFile(path, O_RDONLY) else { return [] }
        let lines = String(decoding: file.read(at: 0, UnderWay.longest), as: UTF8.self).split(separator: "\n")
        return lines.compactMap { Int($0) }.filter(UndoJournal.possible.contains)
    }

    /// Where it cannot be written, an entry of which nothing was done is only found when it is to be taken back.
    func set(_ numbers: [Int]) {
        guard !numbers.isEmpty else {
            unlink(path)
            return
        }
        guard let file = try? HistoryFile.openFile(path, O_WRONLY | O_CREAT | O_TRUNC) else { return }
        let bytes = Array(numbers.suffix(UnderWay.most).map { "\($0)\n" }.joined().utf8)
        _ = bytes.withUnsafeBytes { Glibc.write(file.descriptor, $0.baseAddress, $0.count) }
    }
}

extension Transaction {
    /// Takes out of the undo journal what a process had begun that was killed, where nothing of it was ever done: it is no deed. To be called once
    /// what changed on disk was taken in, and so what was interrupted was finished or taken back.
    ///
    /// A dry run only passes over it.
    func dropUndone() {
        let left = project.undo.leftUnderWay
        guard !left.isEmpty, isWriting || !project.isBeingChanged else { return }
        let removed = giveUpRemoved()
        // What is one deed is taken back.
        let waiting = DeedMark(home)?.number
        let numbers = left.filter { $0 != waiting && !removed.contains($0) }
        for number in numbers where isUndone(number) { project.undo.drop(number, isWriting: isWriting) }
        if isWriting { project.undo.settle(numbers) }
    }

    /// Whether nothing of an entry is there: taking it back would find all of it so already.
    private func isUndone(_ number: Int) -> Bool {
        // One that takes another back is gone on with. What an import brought along is there.
        guard let entry = try? project.undoEntry(number), entry.undoes == nil, !entry.hasUnknownLines, !entry.steps.contains(where: \.isNothingDone)
        else { return false }
        if entry.obstacle != nil { return entry.steps.allSatisfy { $0.isName(besides: home.name) } }
        guard let undone = try? undo(entry, dryRun: true) else { return false }
        return !undone.things.isEmpty && undone.things.allSatisfy { $0.deed == .already }
    }

    /// Takes out of the undo journal what was written down of a staged change that an interrupted process began and that was taken back, where
    /// nothing of it is in the project.
    func retractUndone(_ change: StagedChange) {
        guard isWriting, !change.entries.isEmpty, change.isUntouched else { return }
        retract(staged: change.entries.map(\.identity))
    }

    /// The same of a staging folder that never came to a journal, or of which only what was replaced is left.
    func retractUndone(_ folder: StagingFolder) {
        guard isWriting, !mayBeUnderWay.isEmpty, let entries = try? folder.directory.list(atMost: 100_000) else { return }
        retract(staged: entries.compactMap { entry in (try? folder.directory.evidence(of: entry.name))?.identity })
    }

    /// The entries that a change which came to no end may stand in: not one that is finished.
    private var mayBeUnderWay: [Int] { Set(project.undo.allUnderWay + [project.undo.number].compactMap(\.self)).sorted() }

    private func retract(staged files: [FileIdentity]) {
        // Without birth times another file may have got its number.
        let files = files.filter { $0.birth != 0 }
        guard let journal = project.undo.journal, let (number, lines) = try? journal.steps(staging: files, in: mayBeUnderWay) else { return }
        if number == project.undo.number { return project.undo.retract(lines.map { NotedStep(entry: number, line: $0) }) }
        // Where it cannot be written down, it stays, as after an interruption.
        guard (try? UndoWriter.retract(Set(lines), of: number, in: journal)) != nil, let rest = try? journal.entry(number) else { return }
        // What is one deed waits under its number.
        guard rest.undoes == nil, rest.steps.isEmpty, !rest.hasUnknownLines, DeedMark(home)?.number != number else { return }
        journal.remove(number)
    }
}

extension Project {
    /// Takes out of the undo journal what was begun by a process that was killed, where nothing of it was ever done, before somebody asks for what
    /// was done last. In a project that is only looked at, that is passed over from then on.
    public func settleUnderWay() {
        leavesOwedLinks = true
        // A deed that waits is taken back by who asks for it, in one go.
        guard transaction == nil, !undo.leftUnderWay.isEmpty, DeedMark(home)?.isSet != true, !isBeingChanged else { return }
        // Where the project cannot be looked at now, whoever goes on is told why.
        try? write { transaction throws(ShedError) in transaction.isSettlingUnderWay = true }
    }
}

extension UndoStep {
    /// Whether it gives the project a name that it does not have.
    fileprivate func isName(besides name: Name) -> Bool {
        guard case .final(let deed) = self, let given = deed.name else { return false }
        return given != name
    }
}

extension UndoJournal {
    /// What was written down of a change that staged some files, if none of them ever came into the project.
    /// - Parameter numbers: the entries that are looked into, the oldest first.
    /// - Returns: the newest entry that knows one of them, and the lines of the change, counted by who wrote it; `nil` where there is none, or
    ///   one of them was replaced, and so was in the project.
    fileprivate func steps(staging files: [FileIdentity], in numbers: [Int]) throws(DiskError) -> (number: Int, lines: [Int])? {
        // Device numbers change when a machine starts anew.
        let files = Set(files.map(\.onAnyDevice))
        guard !files.isEmpty else { return nil }
        for number in numbers.reversed() {
            guard let bytes = try bytes(of: number) else { continue }
            var steps: [Int: UndoStep] = [:]
            // The first line below the one that says who writes.
            var first = 1
            for (position, line) in UndoJournal.lines(of: bytes).enumerated().dropFirst() {
                guard let json = try? JSONParser.parse(Array(line)) else { continue }
                if json["do"]?.string == "resume" { first = position + 1 }
                steps[position] = UndoStep(json)
            }
            let own = steps.filter { $0.value.staged.map { files.contains($0.onAnyDevice) } ?? false }
            let isReplaced = steps.values.contains { $0.replaced.map { files.contains($0.onAnyDevice) } ?? false }
            guard !own.isEmpty || isReplaced else { continue }
            guard !isReplaced, var start = own.keys.min(), var end = own.keys.max(), start >= first else { return nil }
            // What comes along in a folder stands before it, and what is said of all behind.
            let folders = Set(own.values.compactMap(\.madeFolder))
            while start > first, let path = steps[start - 1]?.madePath, path.ancestors.contains(where: folders.contains) { start -= 1 }
            while case .set? = steps[end + 1] { end += 1 }
            return (number, (start...end).filter { steps[$0] != nil }.map { $0 - first })
        }
        return nil
    }
}

extension UndoStep {
    /// The file or folder that comes into the project by it.
    fileprivate var staged: FileIdentity? {
        switch self {
        case .replaced(let file): file.new
        case .made(let made): made.identity
        case .moved, .renamed, .removed, .set, .sidecar, .final, .kept: nil
        }
    }

    fileprivate var replaced: FileIdentity? { if case .replaced(let file) = self { file.old } else { nil } }

    fileprivate var madePath: RelativePath? { if case .made(let made) = self { made.path } else { nil } }

    fileprivate var madeFolder: RelativePath? { if case .made(let made) = self, made.isFolder { made.path } else { nil } }
}
