import ShedCommand
import ShedDisk
import ShedMessages
import ShedModel
import ShedProject
import ShedService
import ShedWriting

/// What snapshots, git and the journal of `undo` know of what files held, for `resolve`.
package struct WritingKnowledge: ContentKnowledge {
    package init() {}

    package func show(from old: RelativePath, to new: RelativePath, context: Int, _ reading: Reading, _ session: Session) throws {
        let comparison = try reading.compare(content(at: old, reading), content(at: new, reading))
        DiffPage(session, context: context).show(comparison)
    }

    package func json(from old: RelativePath, to new: RelativePath, _ reading: Reading, _ session: Session) throws -> JSONValue {
        DiffPage(session, context: 0).json(try reading.compare(content(at: old, reading), content(at: new, reading)))
    }

    package func show(_ path: RelativePath, becoming bytes: [UInt8], context: Int, _ reading: Reading, _ session: Session) throws {
        let comparison = try reading.compare(content(at: path, reading), VersionContent(source: .bytes(bytes), path: path))
        DiffPage(session, context: context).show(comparison)
    }

    private func content(at path: RelativePath, _ reading: Reading) throws(ShedError) -> VersionContent {
        try reading.presentContent(of: reading.versionedFile(path))
    }

    // MARK: Putting together

    package func merged(_ original: RelativePath, _ copy: RelativePath, wasThere: Bool, base: String?, _ reading: Reading) throws(ShedError) -> MergedContent {
        guard let merge = ThreeWayMerge(environment: reading.project.home.surroundings.environment) else {
            throw ShedError(.environment, .mergeNeedsGit, remedy: .installPackage(package: "git"))
        }
        let (ours, theirs) = (try text(at: original, reading), try text(at: copy, reading))
        let known = try self.base(base, ours, theirs, wasThere: wasThere, reading)
        let labels = (original.last?.escaped ?? "", known.name, copy.last?.escaped ?? "")
        let outcome = try reading.inWorkDirectory { work throws(ShedError) in
            do throws(ServiceError) { return try merge.merge(ours: ours.bytes, base: known.bytes, theirs: theirs.bytes, labels: labels, in: work) } catch {
                throw ShedError(.environment, error.message, remedy: error.remedy)
            }
        }
        let (bytes, conflicts) =
            switch outcome {
            case .clean(let bytes): (bytes, 0)
            case .conflicts(let count, let bytes): (bytes, count)
            }
        return MergedContent(bytes: bytes, conflicts: conflicts, base: known.name, ours: ours.evidence, theirs: theirs.evidence)
    }

    private struct Text {
        var path: RelativePath
        var bytes: [UInt8]
        var evidence: Evidence
    }

    /// What a file held once.
    private struct Known {
        /// As a person names it.
        var name: String
        var bytes: [UInt8]
        /// In milliseconds since 1970; `nil` where nobody knows, and now where that is what is staged.
        var time: Int64?
    }

    private func text(at path: RelativePath, _ reading: Reading) throws(ShedError) -> Text {
        let refusal = ShedError(.refused, .cannotBeMerged(path: "\(path)"), remedy: .compareAndKeep)
        guard let name = path.last else { throw refusal }
        guard DocumentFormat(name) == nil else { throw ShedError(.refused, .cannotBeMerged(path: "\(path)"), remedy: .mergeInOffice) }
        do throws(DiskError) {
            let file = try reading.project.home.root.openDirectory(at: path.parent).file(name)
            guard file.size <= Int64(ThreeWayMerge.longest) else { throw DiskError(.tooLarge, action: "read", path: file.label) }
            let bytes = try file.read(at: 0, atMost: Int(file.size))
            guard !bytes.contains(0) else { throw DiskError(.tooLarge, action: "read", path: file.label) }
            return Text(path: path, bytes: bytes, evidence: file.evidence)
        } catch { throw error.code == .tooLarge ? refusal : ShedError(error) }
    }

    private func base(_ word: String?, _ ours: Text, _ theirs: Text, wasThere: Bool, _ reading: Reading) throws(ShedError) -> Known {
        let file = try reading.versionedFile(ours.path)
        if let word {
            let content = try reading.versionContent(word, of: file)
            do throws(DiskError) {
                if let bytes = try content.bytes(atMost: ThreeWayMerge.longest) { return Known(name: content.version ?? word, bytes: bytes, time: content.time) }
            } catch { throw ShedError(error) }
            throw ShedError(.refused, .cannotBeMerged(path: "\(ours.path)"), remedy: .compareAndKeep)
        }
        if let beside = mergeToolBase(of: theirs.path), let known = try? text(at: beside, reading) {
            return Known(name: beside.last?.escaped ?? "", bytes: known.bytes)
        }
        // What was kept after one of the two was saved last was not what both were made of.
        let latest = min(ours.evidence.modified, theirs.evidence.modified) / 1_000_000 + WritingKnowledge.clockDifference
        let (found, git) = try known(of: file, formerly: wasThere ? theirs.path : nil, reading)
        let all = found.filter { $0.time.map { $0 <= latest } ?? true }
        let ordered = all.enumerated().sorted { ($0.element.time ?? .max, $1.offset) < ($1.element.time ?? .max, $0.offset) }.map(\.element)
        guard let best = MergeBase.best(of: ordered.map(\.bytes), for: ours.bytes, and: theirs.bytes) else {
            throw ShedError(.refused, .noMergeBase(path: "\(ours.path)", git: git.rawValue), remedy: .nameBaseOrKeep)
        }
        return ordered[best]
    }

    /// What `git mergetool` has put beside the copy as what both were made of.
    private func mergeToolBase(of copy: RelativePath) -> RelativePath? {
        guard let text = copy.last?.text else { return nil }
        for side in ["_LOCAL_", "_REMOTE_", "_BACKUP_"] {
            guard let range = text.ranges(of: side).last else { continue }
            return copy.parent.appending(Name(text[..<range.lowerBound] + "_BASE_" + text[range.upperBound...]))
        }
        return nil
    }

    /// So much may the clock that stamps files be behind ours, in milliseconds.
    private static let clockDifference: Int64 = 1_000
    /// So many commits are read.
    private static let mostCommits = 16

    /// What git said of a file.
    private enum GitAnswer: String {
        /// Whatever that was.
        case asked
        case none
        case foreign
        case silent
    }

    /// All that is known: of snapshots, of what shed wrote over, of what Syncthing keeps, of git. What git does not say is not known.
    /// - Parameter old: where the file was before it was moved.
    private func known(of file: VersionedFile, formerly old: RelativePath?, _ reading: Reading) throws(ShedError) -> (all: [Known], git: GitAnswer) {
        var all: [Known] = []
        let versions = try reading.versions(of: file)
        for version in versions.filter(\.isNews).prefix(MergeBase.most) {
            guard let content = try? reading.opened(version), let bytes = try? content.bytes(atMost: ThreeWayMerge.longest) else { continue }
            all.append(Known(name: "\(version.snapshot.number)", bytes: bytes, time: version.snapshot.time))
        }
        for kept in try reading.project.keptContents(of: file.ids, atMost: ThreeWayMerge.longest).suffix(MergeBase.most) {
            all.append(Known(name: kept.entry.map { "undo \($0)" } ?? "import", bytes: kept.bytes, time: kept.time))
        }
        for case let path? in [old, file.path] {
            for kept in SyncthingVersions(of: path, below: reading.project.home.root).contents(atMost: ThreeWayMerge.longest) {
                all.append(Known(name: "\(kept.path)", bytes: kept.bytes, time: kept.modified))
            }
        }
        guard let git = reading.gitOfUser() else { return (all, reading.project.home.carriers.git == nil ? .none : .foreign) }
        // Once it does not answer it is asked no more.
        do throws(ServiceError) {
            for commit in try reading.commits(of: file, versions, by: git).prefix(WritingKnowledge.mostCommits) {
                guard let bytes = try git.content(commit, atMost: ThreeWayMerge.longest) else { continue }
                all.append(Known(name: String(commit.hash.prefix(10)), bytes: bytes, time: commit.time))
            }
            if let bytes = try git.indexed(file.path.bytes, atMost: ThreeWayMerge.longest) { all.append(Known(name: "git", bytes: bytes)) }
        } catch { return (all, .silent) }
        return (all, .asked)
    }
}
