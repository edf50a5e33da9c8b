import Glibc
import ShedDisk
import ShedModel
import ShedSearch

/// Looks after a project's index of words, in its folder of the state directory. All of it can be lost: then texts are read.
///
/// A file `search` says which number the index has, so that one that is made anew has other files than the one that somebody may still be
/// reading. Who writes holds `search.lock`; readers wait for nobody.
final class SearchKeeper {
    private let project: Project

    private static let name: Name = "search"
    private static let lockName: Name = "search.lock"
    /// An index is not begun for less text than this, which is read as quickly: in bytes.
    static let leastWorth: Int64 = 4 << 20
    /// So long who looks for something may be kept waiting for the index, in nanoseconds.
    private static let patience: UInt64 = 1_000_000_000

    init(_ project: Project) { self.project = project }

    /// Whether the project wants an index.
    var isWanted: Bool { project.home.configuration.settings.search }

    private var folder: String? { project.home.stateFolder?.path }

    /// The number of the index that there is; `nil` where there is none.
    var number: UInt32? {
        guard let folder, let directory = try? DirectoryHandle(path: folder), let bytes = try? directory.read(SearchKeeper.name, atMost: 16) else { return nil }
        return UInt32(String(decoding: bytes, as: UTF8.self))
    }

    var isThere: Bool { number != nil }

    // MARK: Asking

    /// So often it is asked again where somebody writes into it meanwhile; then all is read.
    private static let attempts = 3

    /// What the index says of a search; nothing where there is none that can be used.
    func sieve(_ search: Search) -> SearchSieve {
        guard isWanted, let folder, let number else {
            project.searchMemory = nil
            return SearchSieve()
        }
        do throws(WordIndexError) {
            for _ in 0..<SearchKeeper.attempts {
                guard let known = try known(number, in: folder) else { return SearchSieve() }
                guard let sieve = try SearchSieve(known, search) else { continue }
                if sieve.hasParts { project.searchMemory?.wantVocabulary() }
                return sieve
            }
            return SearchSieve()
        } catch {
            project.searchMemory = nil
            // A daemon leaves that to who asks, who says it.
            if error.code != .unusable, project.changeSource == nil { discard(number) }
            var sieve = SearchSieve()
            sieve.isDamaged = error.code == .corrupt
            return sieve
        }
    }

    /// The index and all files that it knows. A daemon reads them once, and what came since when somebody has written.
    func known(_ number: UInt32, in folder: String) throws(WordIndexError) -> SearchMemory? {
        let kept = project.searchMemory.flatMap { $0.number == number ? $0 : nil }
        guard let index = if let kept { kept.index } else { try WordIndex.open(folder, number: number, isWritten: false) } else { return nil }
        // Asked before the files are read: what is written meanwhile is found out the next time.
        let state = try index.state()
        if let kept, kept.state == state { return kept }
        var known = SearchMemory(number: number, index: index, state: state, files: try index.files(since: kept?.files ?? [:]))
        if let kept { (known.vocabulary, known.coming, known.wantsVocabulary) = (kept.vocabulary, kept.coming, kept.wantsVocabulary) }
        project.searchMemory = project.changeSource == nil ? nil : known
        return known
    }

    /// Reads some of the words of the index that a daemon wants.
    func readVocabulary() {
        // So that it tells of what was put in since it was wanted.
        if project.searchMemory?.coming == nil, let folder, let number { _ = try? known(number, in: folder) }
        project.searchMemory?.readVocabulary()
    }

    // MARK: Keeping

    /// Removes the index where the project wants none.
    func removeUnwanted() { if !isWanted, let number { discard(number) } }

    /// Throws an index away. Does nothing where somebody writes it, or the project is only looked at.
    private func discard(_ number: UInt32) {
        guard project.purpose == .change, let folder, let lock = try? lock() else { return }
        defer { withExtendedLifetime(lock) {} }
        drop(number, in: folder)
    }

    /// Under the lock. The file that names it goes first: so whoever opens what is left finds nothing to trust.
    private func drop(_ number: UInt32, in folder: String) {
        guard self.number == number, let directory = try? DirectoryHandle(path: folder) else { return }
        try? directory.removeFile(SearchKeeper.name)
        WordIndex.discard(folder, number: number)
    }

    /// Takes the lock of who writes.
    /// - Returns: `nil` where somebody has it, or there is nothing to be locked.
    /// - Throws: ``ShedError`` of kind environment where something stands in its place that is no file, or it cannot be made.
    private func lock() throws(ShedError) -> FileLock? {
        guard let folder else { return nil }
        do throws(DiskError) {
            let directory = try DirectoryHandle(path: folder)
            switch try directory.kind(of: SearchKeeper.lockName) {
            // The state directory is shed's own, and shed makes no such thing there. Of a link, the link goes.
            case .link, .special: try directory.removeFile(SearchKeeper.lockName)
            // What is in it is none of shed's.
            case .directory: throw DiskError(.notFile, action: "open", path: "\(folder)/\(SearchKeeper.lockName)")
            case .file, nil: break
            }
        } catch { throw ShedError(error) }
        return try FileLock.attempt(folder + "/\(SearchKeeper.lockName)", milliseconds: 20)
    }

    /// Opens the index to write, under its lock.
    /// - Parameter isNew: whether it is made anew.
    /// - Returns: `nil` where that cannot be now, whyever: then texts are read.
    func writing(isNew: Bool = false) -> SearchWriting? { try? opened(isNew: isNew) }

    /// The same.
    /// - Returns: `nil` where somebody else writes it, or nobody is to.
    /// - Throws: ``ShedError`` of kind environment where what stands in the state directory does not let it be written.
    func opened(isNew: Bool) throws(ShedError) -> SearchWriting? {
        guard project.purpose == .change, isWanted, let folder, let lock = try lock() else { return nil }
        let directory: DirectoryHandle
        do throws(DiskError) { directory = try DirectoryHandle(path: folder) } catch { throw ShedError(error) }
        for _ in 0..<2 {
            let before = number
            if isNew, let before { drop(before, in: folder) }
            let current = isNew ? nil : before
            let next = current ?? SearchKeeper.fresh(in: folder)
            if current == nil {
                SearchKeeper.sweep(directory)
                do throws(DiskError) { try directory.write(SearchKeeper.name, Array("\(next)".utf8), replacing: true) } catch { throw ShedError(error) }
            }
            let isUsable: Bool
            do throws(WordIndexError) {
                let index = try WordIndex.open(folder, number: next, isWritten: true)
                if let index, try !index.isWorn() { return SearchWriting(project, index, lock) }
                isUsable = index != nil
            } catch { isUsable = error.code != .unusable }
            guard isUsable else { break }
            drop(next, in: folder)
        }
        throw ShedError(.environment, .searchIndexUnwritten, remedy: .makeRoomForIndex)
    }

    /// Removes files of indexes whose naming was lost. Somebody may still be reading one; nobody writes it, since that is under the lock.
    /// A folder of such a name goes where nothing is in it: what is in it is none of shed's, and stands in no index's way, since that gets
    /// another number.
    private static func sweep(_ directory: DirectoryHandle) {
        for entry in (try? directory.list(atMost: 10_000)) ?? [] where WordIndex.isFileName(entry.name) {
            if entry.kind == .directory { try? directory.removeDirectory(entry.name) } else { try? directory.removeFile(entry.name) }
        }
    }

    /// A number that no file has.
    private static func fresh(in folder: String) -> UInt32 {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<100 {
            let number = UInt32.random(in: 1...999_999_999, using: &random)
            // Also no link that leads nowhere.
            var status = stat()
            if WordIndex.paths(folder, number: number).allSatisfy({ lstat($0, &status) != 0 }) { return number }
        }
        return 1
    }

    /// Puts files that were read because the index did not know them into it, as far as that is quick.
    /// - Parameter mayMake: whether an index is made where there is none, and enough to read.
    func takeIn(_ files: [LinkedTexts.File], mayMake: Bool) {
        removeUnwanted()
        guard !files.isEmpty, project.purpose == .change, isWanted else { return }
        let size = files.reduce(0 as Int64) { $0 + min($1.evidence.size, Search.largestText) }
        guard isThere || mayMake && size >= SearchKeeper.leastWorth, let writing = writing() else { return }
        writing.takeIn(files, until: Monotonic.now() &+ SearchKeeper.patience)
    }
}

/// The clock that no one sets.
enum Monotonic {
    /// In nanoseconds.
    static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }
}
