import ShedDisk
import ShedModel

/// Says on this machine's disk that an entry of the undo journal is one deed and under way, or is being taken back: whoever finds it in
/// a transaction of his own knows that this was interrupted.
struct DeedMark {
    private let directory: DirectoryHandle
    private static let name: Name = "deed"
    /// A number takes no more bytes.
    private static let longest = 20

    /// - Returns: `nil` where this machine keeps nothing of the project.
    init?(_ home: ProjectHome) {
        guard let path = home.stateFolder?.path, let directory = try? DirectoryHandle(path: path) else { return nil }
        self.directory = directory
    }

    /// Whether it is set, whatever it says.
    var isSet: Bool { (try? directory.kind(of: DeedMark.name)) == .file }

    /// The entry's number; `nil` where it is not set, or says none.
    var number: Int? { (try? directory.read(DeedMark.name, atMost: DeedMark.longest)).flatMap { Int(String(decoding: $0, as: UTF8.self)) } }

    /// Sets it durably.
    func set(_ number: Int) throws(DiskError) { try directory.write(DeedMark.name, Array("\(number)".utf8), replacing: true) }

    /// Takes it away durably: what was told as done is not taken back after a power cut.
    func remove() {
        guard (try? directory.removeFile(DeedMark.name)) != nil else { return }
        try? directory.sync()
    }
}

extension Transaction {
    /// Does several things as one deed: where it is interrupted, the next command that writes takes back what was done of it. Where it
    /// fails, what was done stays, and can be taken back by `undo`.
    public func asOneDeed<Result>(_ body: () throws(ShedError) -> Result) throws(ShedError) -> Result {
        guard isWriting, let mark = DeedMark(home) else { return try body() }
        do throws(DiskError) { if let number = try project.undo.begin() { try mark.set(number) } } catch { throw ShedError.unnoted(error) }
        defer {
            mark.remove()
            // Where nothing was to be done.
            project.undo.retract([])
        }
        return try body()
    }

    /// Takes back what was done of a deed that was interrupted, or goes on with taking one back. What hinders that is tried again by
    /// the next command.
    /// - Parameter hasWalked: whether what changed on disk was taken in.
    func endInterruptedDeed(hasWalked: Bool) {
        guard isWriting, let mark = DeedMark(home), mark.isSet else { return }
        guard let number = mark.number else { return mark.remove() }
        // Who walks next says why that cannot be.
        if !hasWalked, (try? walk(.refresh())) == nil { return }
        do throws(ShedError) { endedDeed = try undo(try project.undoEntry(number)) } catch {
            // Where there is nothing to take back, or nothing that can be, that is so for ever.
            if error.kind == .refused || error.kind == .usage { return mark.remove() }
            try? mark.set(number)
            return
        }
        mark.remove()
    }
}

extension UndoEntry {
    /// Whether it is of several things, among them what a folder's guests are: half of it taken back is no state that anybody wanted.
    var isOneDeed: Bool { steps.count > 1 && steps.contains(where: \.isOfGuests) }
}

extension UndoStep {
    fileprivate var isOfGuests: Bool {
        guard case .set(_, let after) = self else { return false }
        return after.set.contains { field in if case .other(let name, _) = field { FolderGuests.isField(name) } else { false } }
    }
}
