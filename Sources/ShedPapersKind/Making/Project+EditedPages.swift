import ShedModel
import ShedPapers
import ShedReconcile
import ShedRules

extension Project {
    /// Puts into Rejected what somebody wrote into the files of pages, and makes the files anew, before a verb does something
    /// with the pages: the verb was told to do it with the pages, and not with what was written. ``rejectedEdits`` says what it
    /// was.
    /// - Throws: where a file cannot be made anew. What was written is kept: in its place, or in what the next command finishes.
    func rejectEdits(of pages: [PapersBook.Page], _ book: PapersBook, dryRun: Bool) throws(ShedError) {
        var works: [PageWork] = []
        for page in pages {
            guard page.stands, let reference = page.reference, let made = page.file?.hash,
                case (let evidence, let content?)? = standing(page.id, at: page.path, try load()), content != made
            else { continue }
            works.append(PageWork(id: page.id, reference: reference, target: page.path, replaced: evidence, rejecting: EditedPage.info.name))
        }
        guard let first = works.first else { return }
        if !dryRun {
            do throws(ShedError) { try make(works, book) } catch {
                throw ShedError(
                    error.kind, "\(first.target) was written into, and its page cannot be made anew: \(error.message)",
                    remedy: "What was written into it is kept. \(error.remedy)")
            }
        }
        try noteRejectedEdits(works, dryRun: dryRun)
    }

    /// Says of pages whose files were made anew what of them went to Rejected, to the verb and to the history.
    func noteRejectedEdits(_ works: [PageWork], dryRun: Bool) throws(ShedError) {
        guard works.contains(where: { $0.rejecting != nil }) else { return }
        rejectedEdits = dryRun ? try foreseenRejections(of: works) : try rejections(of: works)
        guard !dryRun else { return }
        try seeRejected()
        var record = WalkRecord(actor: actor)
        record.take(tended: rejectedEdits, at: surroundings.now(), state?.model) { path in state.flatMap { node(at: path, $0) } }
        remember(record, dirty: [])
    }

    /// What went to Rejected when the files of pages were made anew.
    func rejections(of works: [PageWork]) throws(ShedError) -> [Move] {
        var moves: [Move] = []
        for work in works where work.rejecting != nil {
            guard let identity = work.replaced?.identity, let moved = try lastRejected(from: work.target, identity) else { continue }
            moves.append(Move(node: moved.0, from: work.target, to: moved.1, identity: identity, purpose: .reject, refusal: Project.refusal(work, "was")))
        }
        return moves
    }

    private func foreseenRejections(of works: [PageWork]) throws(ShedError) -> [Move] {
        let folder = try self.folder(with: .rejected) ?? RelativePath([rejectedNames.first ?? "Rejected"])
        var taken = hasEntry(at: folder) ? try names(in: folder) : []
        return works.compactMap { work in
            guard work.rejecting != nil, let identity = work.replaced?.identity, let name = work.target.last else { return nil }
            let free = Project.freeName(name, isFile: true, besides: taken)
            taken.insert(FoldKey(free))
            return Move(
                node: work.id, from: work.target, to: folder.appending(free), identity: identity, purpose: .reject, refusal: Project.refusal(work, "would be"))
        }
    }

    private static func refusal(_ work: PageWork, _ was: String) -> Refusal {
        Refusal(rule: EditedPage.info, message: "It is made from page \(work.reference.number) of its bundle, and \(was) made anew.")
    }
}
