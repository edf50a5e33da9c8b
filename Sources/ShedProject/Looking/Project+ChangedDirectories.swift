import ShedDisk
import ShedIndex
import ShedModel
import ShedSidecar

extension Project {
    /// Whether the digests of all directories, and the sidecar, are just as the index knows them, and the last walk left
    /// nothing to be said or done. Neither the model nor what was seen of files is loaded.
    func isUnchanged() throws(ShedError) -> Bool { try changedDirectories(besides: nil, atMost: 0, mayHoldProjects: false) != nil }

    /// The directories whose digests are not as the index knows them, or that changed so shortly before they were looked at
    /// that a digest proves nothing: all that a walk has to look at.
    /// - Parameters:
    ///   - leftover: what the last walk may have left.
    ///   - mostChanged: with more of them all are to be looked at.
    ///   - mayHoldProjects: whether that a folder is a project itself is worth no look.
    /// - Returns: `nil` where a walk has to look at everything: the last one left something else to be said or done, the
    ///   sidecar is not as the index knows it, a directory cannot be read, or there are too many.
    func changedDirectories(besides leftover: Leftover? = .news, atMost mostChanged: Int = 100, mayHoldProjects: Bool = true) throws(ShedError) -> Set<RelativePath>? {
        guard let index = store.index else { return nil }
        do {
            guard let meta = try store.metaIfFolded(), meta.project == home.id, meta.intents.isEmpty, meta.unsettled.pending.isEmpty,
                meta.unsettled.incomingMoves.isEmpty, meta.waitedFor.isEmpty, meta.leftover == nil || meta.leftover == leftover
            else { return nil }
            let records = try index.folders()
            var options = Crawler.Options(listsFiles: false, ignore: home.configuration.ignore)
            options.settled = kind.settledFolders
            let snapshot = try Crawler.crawl(home.root, options: options)
            guard mayHoldProjects || !snapshot.directories.contains(where: { $0.state == .foreign }) else { return nil }
            var names = Model(project: home.id)
            for (alias, target) in meta.aliases { names.insertAlias(alias, of: target) }
            return DigestComparison(records: records, project: home.id, resolve: names.resolve).differing(in: snapshot, atMost: mostChanged)
        } catch let error as IndexError where error.code == .corrupt {
            return nil
        } catch { throw ShedError(error) }
    }
}
