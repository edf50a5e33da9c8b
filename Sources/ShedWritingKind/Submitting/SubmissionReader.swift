import ShedDisk
import ShedModel
import ShedProject
import ShedWriting

/// Reads the records of submissions: of each file that may be one no more than the front matter.
///
/// A record is a Markdown file whose front matter says which piece was sent. A file that a record calls the copy of what was sent is none,
/// whatever front matter it has of its own, unless that names a piece too.
struct SubmissionReader {
    /// A file that may be a record.
    typealias Candidate = (path: RelativePath, id: NodeID?)

    private struct Head {
        var file: Candidate
        var record: Result<SubmissionRecord, SubmissionFault>
        var namesPiece: Bool
    }

    private let root: DirectoryHandle
    private let state: ProjectState
    /// The folder of submissions.
    private let folder: RelativePath
    private var heads: [Head] = []
    private var copies: Set<RelativePath> = []
    private var book = SubmissionBook()
    /// What is known of files that are as they were; what is read is noted there.
    private(set) var memory: SubmissionMemory
    private let now: Int64
    /// Once they were asked for.
    private var names: [FoldKey: [NodeID]]?

    /// Whether a file may be a record, by its name.
    static func mayBeRecord(_ name: Name) -> Bool { name.hasSuffix(ending) && !name.isHidden }

    /// What the names of records end with.
    static let ending = ".md"

    /// - Parameters:
    ///   - memory: what is known from before; of files that the state says are as they were, it counts.
    ///   - now: milliseconds since 1970.
    init(_ root: DirectoryHandle, _ state: ProjectState, folder: RelativePath, memory: SubmissionMemory = SubmissionMemory(), now: Int64 = 0) {
        self.root = root
        self.state = state
        self.folder = folder
        (self.memory, self.now) = (memory, now)
    }

    /// Reads files.
    /// - Parameter files: in the order of their paths.
    mutating func read(_ files: [Candidate]) -> SubmissionBook {
        var last: (path: RelativePath, handle: DirectoryHandle?)?
        for file in files {
            let evidence = file.id.flatMap { state.memory.seen[$0]?.evidence }
            if let id = file.id, let evidence, let content = memory.content(of: id, evidence) {
                take(content, file)
                continue
            }
            if last?.path != file.path.parent { last = (file.path.parent, try? root.openDirectory(at: file.path.parent)) }
            guard let directory = last?.handle, let name = file.path.last else { continue }
            if let content = read(file, name, in: directory) {
                take(content, file)
                if let id = file.id, let evidence { memory.note(content, id, evidence, now: now) }
            }
        }
        for head in heads where head.namesPiece || !copies.contains(head.file.path) {
            switch head.record {
            case .success(let record):
                book.submissions.append(Submission(path: head.file.path, id: head.file.id, record: record, piece: piece(of: record)))
            case .failure(let fault):
                book.unreadable.append(BrokenSubmission(path: head.file.path, id: head.file.id, reason: fault.description, line: fault.line))
            }
        }
        return book
    }

    private mutating func take(_ content: SubmissionMemory.Content, _ file: Candidate) {
        guard case .record(let record, let namesPiece) = content else { return }
        if let copy = record.file, copy != file.path.last { copies.insert(file.path.parent.appending(copy)) }
        heads.append(Head(file: file, record: .success(record), namesPiece: namesPiece))
    }

    /// Reads a file's front matter.
    /// - Returns: `nil` for one that cannot be read, which is noted.
    private mutating func read(_ file: Candidate, _ name: Name, in directory: DirectoryHandle) -> SubmissionMemory.Content? {
        let bytes: [UInt8]
        do throws(DiskError) {
            let opened = try directory.file(name)
            bytes = try opened.read(at: 0, atMost: Int(min(opened.size, Int64(SubmissionText.largestHead))))
        } catch {
            // A link or a pipe is no record, and what has gone is none any more.
            if ![.notFound, .isLink, .notFile].contains(error.code) {
                book.unreadable.append(BrokenSubmission(path: file.path, id: file.id, reason: error.description, line: nil))
            }
            return nil
        }
        do throws(SubmissionFault) {
            guard let text = try SubmissionText.read(bytes) else {
                // A key that was pressed by mistake, and what was sent would be in no list.
                guard SubmissionText.hasLostItsBeginning(bytes) else { return .nothing }
                heads.append(Head(file: file, record: .failure(SubmissionFault(.noBeginning, line: 1)), namesPiece: false))
                return nil
            }
            guard SubmissionRecord.isMeant(by: text) else { return .nothing }
            let namesPiece = SubmissionRecord.namesPiece(text)
            do throws(SubmissionFault) { return .record(try SubmissionRecord(text), namesPiece: namesPiece) } catch {
                heads.append(Head(file: file, record: .failure(error), namesPiece: namesPiece))
            }
        } catch {
            // A line of three hyphens also parts what people write.
            guard SubmissionText.looksMeant(bytes) else { return .nothing }
            heads.append(Head(file: file, record: .failure(error), namesPiece: false))
        }
        return nil
    }

    // MARK: Pieces

    /// The text that a record means. Its ID goes first. Where no such ID was ever known here, as in a copy of a project, which has IDs of
    /// its own, and in a record that a person wrote, the path counts; where nothing stands there, the only text of that name.
    private mutating func piece(of record: SubmissionRecord) -> Submission.Piece {
        if let id = record.pieceID.map(state.model.resolve), state.model.nodes[id] != nil { return standing(id) }
        guard let path = record.piece.flatMap({ RelativePath(bytes: $0.utf8) }), let name = path.last, !path.isTooDeep else { return .gone }
        if let id = state.node(at: path), case .standing(let id, let path) = standing(id) { return .standing(id, at: path) }
        let known = names ?? namesOfTexts()
        names = known
        guard let ids = known[FoldKey(name)], ids.count == 1, let id = ids.first else { return .gone }
        return standing(id)
    }

    /// The texts in the folders through which they move on, by their names with and without the suffix.
    private func namesOfTexts() -> [FoldKey: [NodeID]] {
        var names: [FoldKey: [NodeID]] = [:]
        let folders = state.model.children(of: state.model.project).filter { folder in
            state.stands(folder) && state.model.nodes[folder]?.role.map { Role.unpublished.contains($0) || $0 == .published } == true
        }
        for id in folders.flatMap({ state.model.children(of: $0) }) where state.stands(id) {
            guard let node = state.model.nodes[id], !node.type.isDirectory, let name = node.place?.name else { continue }
            names[FoldKey(name), default: []].append(id)
            if !name.parts.suffix.isEmpty { names[FoldKey(name.parts.stem), default: []].append(id) }
        }
        return names
    }

    /// A file that stands, and is none of the submissions' own.
    private func standing(_ id: NodeID) -> Submission.Piece {
        guard let node = state.model.nodes[id], !node.type.isDirectory, state.stands(id), let path = state.model.path(of: id), !path.isInside(folder)
        else { return .gone }
        return .standing(id, at: path)
    }
}
