import ShedDisk
import ShedMessages
import ShedModel
import ShedProject
import ShedWriting

/// A file that was compiled, or would be.
package struct CompiledFile: Hashable, Sendable {
    package enum Fate: String, Hashable, Sendable {
        /// It was not there.
        case made
        case replaced
        /// It holds just that already.
        case unchanged
        /// A person had changed it, or may have and `undo` has no room for it: what it held is in Rejected.
        case edited
    }

    package var path: RelativePath
    package var format: CompileProfile.Format
    package var fate: Fate
    /// In bytes.
    package var size: Int
}

extension Reading {
    /// Compiles into the derived folder. All formats are made before the first is written.
    /// - Throws: ``ShedError`` where something cannot be read or made; then nothing is changed.
    package func compile(_ compilation: Compilation, dryRun: Bool) throws(ShedError) -> [CompiledFile] {
        guard case .manuscript(let folder) = compilation.outline.scope else { throw ShedError(.usage, .noManuscript, remedy: .nameFolderToCompile) }
        var works: [CompileWork] = []
        for format in compilation.formats {
            let name = Name(bytes: compilation.name.bytes + Array(".\(format.rawValue)".utf8))
            works.append(try work(folder.appending(name), format, bytes(of: compilation, format)))
        }
        works.reject(beyond: roomForUndo)
        if !dryRun { works = try put(works, of: compilation) }
        return works.map { CompiledFile(path: $0.path, format: $0.format, fate: $0.fate, size: $0.bytes.count) }
    }

    /// Puts them into their places.
    /// - Returns: what was done.
    private func put(_ works: [CompileWork], of compilation: Compilation) throws(ShedError) -> [CompileWork] {
        // What looks like an edit may be what somebody else has compiled since this was read, the daemon for one.
        let isDoubted = works.contains { $0.fate == .edited }
        return try project.write(after: isDoubted ? .refresh() : .nothing) { transaction throws(ShedError) in
            var sure = works
            if isDoubted {
                for (number, work) in works.enumerated() { sure[number] = try transaction.work(work.path, work.format, work.bytes) }
            }
            sure.reject(beyond: transaction.roomForUndo)
            try transaction.put(sure, of: compilation)
            return sure
        }
    }
}

extension ProjectReader {
    /// What is to be done about one file: nothing, where it holds just these bytes.
    fileprivate func work(_ path: RelativePath, _ format: CompileProfile.Format, _ bytes: [UInt8]) throws(ShedError) -> CompileWork {
        let state = try load()
        let hash = ContentHash(of: bytes)
        var work = CompileWork(path: path, format: format, bytes: bytes, hash: hash)
        do {
            guard let name = path.last else { return work }
            let directory = try root.openDirectory(at: path.parent)
            guard let kind = try directory.kind(of: name) else { return work }
            guard kind == .file else { throw ShedError(.refused, .notOfCompile(path: "\(path)"), remedy: .moveItAway) }
            let (old, evidence) = try directory.readWithEvidence(name, atMost: CompileWork.largest)
            (work.evidence, work.directory) = (evidence, directory)
            let id = state.node(at: path)
            let recorded = id.flatMap { state.model.nodes[$0] }.flatMap(CompiledField.hash)
            guard let id, let recorded else { throw ShedError(.refused, .notOfCompile(path: "\(path)"), remedy: .moveItAway) }
            let there = ContentHash(of: old)
            // What this machine knows itself counts for more than what the sidecar says, which any device can.
            let isOwn = CompileRecords(state.meta.kindData[CompileRecords.key]).isOwn(there, evidence, of: id)
            work.fate = there == hash ? .unchanged : isOwn ?? (there == recorded) ? .replaced : .edited
            work.isForeign = isOwn == nil
            work.isRecorded = recorded == hash
            return work
        } catch let error as ShedError { throw error } catch { throw ShedError(error) }
    }
}

/// One file that is to be written.
struct CompileWork {
    var path: RelativePath
    var format: CompileProfile.Format
    var bytes: [UInt8]
    var hash: ContentHash
    var fate = CompiledFile.Fate.made
    /// Whether the sidecar says already what it holds.
    var isRecorded = false
    /// Whether only the sidecar says that what stands there was compiled: it may be a person's.
    var isForeign = false
    /// What stands there now.
    var evidence: Evidence?
    var directory: DirectoryHandle?

    /// Of a larger file in its place nothing is known, so none is made: 256 MiB.
    static let largest = Manuscript.largest
    static var tooLarge: ShedError { ShedError(.environment, .tooLargeToCompile(mebibytes: largest >> 20), remedy: .compileParts) }
}

extension [CompileWork] {
    /// What may be a person's is written over only where `undo` keeps it; else it goes to Rejected.
    /// - Parameter room: so many bytes it keeps of all together.
    mutating func reject(beyond room: Int64) {
        let size = filter { $0.fate == .replaced || $0.fate == .edited }.reduce(0) { $0 + ($1.evidence?.size ?? 0) }
        guard size > room else { return }
        for number in indices where self[number].fate == .replaced && self[number].isForeign { self[number].fate = .edited }
    }
}

extension Transaction {
    /// Puts compiled files into their places, all or none. What a person had changed goes to Rejected.
    func put(_ works: [CompileWork], of compilation: Compilation) throws(ShedError) {
        try requireWriting()
        let written = works.filter { $0.fate != .unchanged }
        var ids: [RelativePath: NodeID] = [:]
        for work in works { ids[work.path] = try load().node(at: work.path) ?? newID() }
        let known = works.filter { $0.fate == .unchanged && !$0.isRecorded }
        try commit(known.compactMap { work in ids[work.path].map { Operation($0, [CompiledField.field(work.hash)]) } })
        if !written.isEmpty { try put(written, ids) }
        try record(works, ids, compilation)
    }

    private func put(_ works: [CompileWork], _ ids: [RelativePath: NodeID]) throws(ShedError) {
        var change = try stageChange()
        do throws(DiskError) {
            for (number, work) in works.enumerated() {
                let replaced = work.directory.flatMap { directory in work.evidence.map { ($0, directory) } }
                if work.fate == .edited {
                    let name = Name("compiled-\(number)")
                    _ = try change.folder.directory.stage(name, work.bytes, isDurable: true)
                    try change.add(name, to: work.path, replacing: work.evidence, rejecting: EditedView.info.name, isKept: true)
                } else {
                    try change.write(work.bytes, to: work.path, replacing: replaced, hash: work.hash)
                }
                guard let id = ids[work.path] else { continue }
                if work.evidence == nil { change.assigned[work.path] = id }
                change.operations.append(Operation(id, [CompiledField.field(work.hash)]))
                change.derived.insert(work.path)
            }
        } catch {
            discard(change)
            throw ShedError(error)
        }
        // Once there is room for the files: of what cannot be written nothing is said.
        do throws(ShedError) { try commitPlaces(works.filter { $0.evidence == nil }, ids) } catch {
            discard(change)
            throw error
        }
        // Nothing else was touched, and what changed meanwhile is for the next walk.
        try carryOut(change, scope: .directories(change.places))
        if works.contains(where: { $0.fate == .edited }) { try seeRejected() }
    }

    /// Says of files that are about to be made where they stand, and that they may: the folder accepts nothing of people. An interruption
    /// before they are there leaves a node without a file, as of a file that was deleted; the next time it gets one. What a person puts
    /// there meanwhile is an edit of it, and goes to Rejected then.
    private func commitPlaces(_ works: [CompileWork], _ ids: [RelativePath: NodeID]) throws(ShedError) {
        let state = try load()
        let operations = works.compactMap { work -> Operation? in
            guard let id = ids[work.path], let name = work.path.last, let folder = state.node(at: work.path.parent) else { return nil }
            return Operation(id, [.type(.file), .place(Place(parent: folder, name: name)), .exception(true), CompiledField.field(work.hash)])
        }
        try commit(operations)
        Interruption.point("compiled-places")
    }

    /// Remembers what the files were compiled from.
    private func record(_ works: [CompileWork], _ ids: [RelativePath: NodeID], _ compilation: Compilation) throws(ShedError) {
        let state = try load()
        var records = CompileRecords(state.meta.kindData[CompileRecords.key])
        let former = records
        for work in works {
            guard let id = ids[work.path], let name = work.path.last,
                let evidence = try? root.openDirectory(at: work.path.parent).evidence(of: name)
            else { continue }
            let others = compilation.files(shownIn: work.format).compactMap { path -> CompileRecords.Part? in
                guard let id = state.node(at: path), let seen = compilation.seen[path] else { return nil }
                return CompileRecords.Part(id: id, stamp: WriteStamp(seen))
            }
            records.note(CompileRecords.Record(
                file: id, stamp: WriteStamp(evidence), profile: compilation.profile.name, digest: compilation.digest,
                own: CompileRecords.Own(hash: work.hash, inode: evidence.inode, birth: evidence.birth),
                parts: compilation.parts.map { CompileRecords.Part(id: $0.id, stamp: $0.stamp) } + others))
        }
        guard records != former else { return }
        store.changeMeta { $0.kindData[CompileRecords.key] = records.bytes }
        try saveMeta()
    }
}
