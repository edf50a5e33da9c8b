import ShedMessages
import ShedModel
import ShedPapers
import ShedProject
import ShedReconcile
import ShedRules

extension Transaction {
    /// Puts into Rejected what somebody wrote into the files of pages, and makes the files anew, before a verb does something
    /// with the pages: the verb was told to do it with the pages, and not with what was written.
    /// - Parameter rejected: becomes what went to Rejected; of a dry run, what would.
    /// - Throws: where a file cannot be made anew. What was written is kept: in its place, or in what the next command finishes.
    func rejectEdits(of pages: [PapersView.Page], _ view: PapersView, dryRun: Bool, rejected: inout [Move]) throws(ShedError) {
        var works: [PageWork] = []
        for page in pages {
            guard page.stands, let reference = page.reference, let made = page.file?.hash,
                let there = file(of: page.id, at: page.path, try load()), let content = there.content, content != made
            else { continue }
            works.append(PageWork(id: page.id, reference: reference, target: page.path, replaced: there.evidence, rejecting: EditedPage.info.name))
        }
        guard let first = works.first else { return }
        if !dryRun {
            do throws(ShedError) { try make(works, view) } catch {
                throw ShedError(
                    error.kind, .editedAndStuck(path: "\(first.target)", message: error.words), remedy: .whatWasWrittenIsKept(remedy: error.advice))
            }
        }
        try recordRejections(of: works, dryRun: dryRun, &rejected)
    }

    /// Says of pages whose files were made anew what of them went to Rejected, to the verb and to the history.
    /// - Parameter rejected: becomes what went there; of a dry run, what would.
    func recordRejections(of works: [PageWork], dryRun: Bool, _ rejected: inout [Move]) throws(ShedError) {
        guard works.contains(where: { $0.rejecting != nil }) else { return }
        rejected = dryRun ? try foreseenRejections(of: works) : try rejections(of: works)
        guard !dryRun else { return }
        try seeRejected()
        record(historyEntries(of: rejected))
    }
}

extension ProjectReader {
    /// What went to Rejected when the files of pages were made anew.
    func rejections(of works: [PageWork]) throws(ShedError) -> [Move] {
        var moves: [Move] = []
        for work in works where work.rejecting != nil {
            guard let identity = work.replaced?.identity, let moved = try lastRejected(from: work.target, identity) else { continue }
            moves.append(Move(node: moved.id, from: work.target, to: moved.path, identity: identity, purpose: .reject, refusal: work.refusal(isForeseen: false)))
        }
        return moves
    }

    fileprivate func foreseenRejections(of works: [PageWork]) throws(ShedError) -> [Move] {
        let folder = try self.folder(with: .rejected) ?? RelativePath([home.rejectedNames.first ?? "Rejected"])
        var names = FreeNames(besides: hasEntry(at: folder) ? try names(in: folder) : [])
        return works.compactMap { work in
            guard work.rejecting != nil, let identity = work.replaced?.identity, let name = work.target.last else { return nil }
            let free = names.take(name, keepsSuffix: true)
            return Move(
                node: work.id, from: work.target, to: folder.appending(free), identity: identity, purpose: .reject, refusal: work.refusal(isForeseen: true))
        }
    }
}

extension PageWork {
    fileprivate func refusal(isForeseen: Bool) -> Refusal {
        Refusal(rule: EditedPage.info, .pageMadeAnew(number: reference.number, isForeseen: isForeseen))
    }
}
