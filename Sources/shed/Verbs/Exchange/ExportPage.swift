import ShedCommand
import ShedMessages
import ShedModel
import ShedProject

/// How it is said what was exported.
struct ExportPage {
    private let session: Session
    private let global: GlobalOptions
    private let isDryRun: Bool
    /// So much of what is left out is named one by one.
    private static let most = 10

    init(_ session: Session, _ global: GlobalOptions, isDryRun: Bool) { (self.session, self.global, self.isDryRun) = (session, global, isDryRun) }

    /// - Parameter word: by which the path was named.
    func show(_ result: ExportResult, at path: [UInt8], as word: String) -> Ending {
        if global.json {
            session.output.json(json(result, path).value)
        } else if global.zero {
            session.output.path(path)
        }
        session.say(.exportedProject(isDryRun: isDryRun, files: result.files, folders: result.folders, path: session.shown(path, as: word)))
        return ending(result)
    }

    /// - Parameter word: by which the folder was named.
    func show(_ result: BackupResult, in folder: [UInt8], as word: String, keeps: Bool) -> Ending {
        let path = AbsolutePath.joined(folder, result.name.bytes)
        if global.json {
            var object = json(result.export, path)
            object.add("removed", .array(result.removed.map { .string("\($0)") }))
            session.output.json(object.value)
        } else if global.zero {
            session.output.path(path)
        }
        session.say(.backupMade(isDryRun: isDryRun, files: result.export.files, path: session.shown(path, as: word)))
        for name in result.removed { session.say(.backupRemoved(isDryRun: isDryRun, name: "\(name)")) }
        for left in result.left { session.note(.backupNotRemoved(name: "\(left.name)", reason: left.reason)) }
        if let reason = result.unlisted { session.note(.backupsNotListed(reason: reason)) }
        let ending = ending(result.export)
        if keeps, !result.export.left.isEmpty { session.note(.backupKeepsAll) }
        return result.left.isEmpty && result.unlisted == nil ? ending : .findings
    }

    private func json(_ result: ExportResult, _ path: [UInt8]) -> JSONBuilder {
        var object = JSONBuilder()
        object.add("path", bytes: path)
        object.add("dryRun", .bool(isDryRun))
        object.add("files", .integer(Int64(result.files)))
        object.add("folders", .integer(Int64(result.folders)))
        object.add("size", .integer(result.size))
        object.add("versions", .integer(Int64(result.versions)))
        object.add("unseen", .integer(Int64(result.unseen)))
        object.add("left", .array(result.left.map { left in
            var item = JSONBuilder()
            item.add("path", left.path)
            item.add("reason", .string(left.reason.english))
            return item.value
        }))
        object.add("special", .array(result.odd.map { odd in
            var item = JSONBuilder()
            item.add("path", odd.path)
            item.add("reason", .string(odd.reason.english))
            return item.value
        }))
        object.add("untaken", .array(result.untaken.map { untaken in
            var item = JSONBuilder()
            item.add("path", untaken.path)
            item.add("reason", untaken.reason.map { .string($0.english) } ?? .null)
            return item.value
        }))
        object.add("importOptions", .array(result.importOptions.map { .string($0) }))
        return object
    }

    private func ending(_ result: ExportResult) -> Ending {
        if result.unseen > 0 {
            session.say(.exportLeavesUnseen(count: result.unseen, places: result.unseenPaths.map { session.style.path($0) }.joined(separator: "; ")))
        }
        for untaken in result.untaken.prefix(ExportPage.most) {
            let path = session.style.path(untaken.path)
            session.note(untaken.reason.map { .exportUntaken(path: path, reason: $0) } ?? .exportUntakenYet(path: path))
        }
        if result.untaken.count > ExportPage.most { session.note(.exportUntakenMore(count: result.untaken.count - ExportPage.most)) }
        let left = result.left + result.odd
        for item in left.prefix(ExportPage.most) {
            // Of what nobody knows whose it is the reason says all.
            session.note(item.path.isRoot ? item.reason : .exportLeft(path: session.style.path(item.path), reason: item.reason))
        }
        if left.count > ExportPage.most { session.note(.exportLeftMore(count: left.count - ExportPage.most)) }
        if !result.importOptions.isEmpty { session.note(.exportNeedsOptions(options: result.importOptions.joined(separator: ", "))) }
        return result.left.isEmpty ? .done : .findings
    }
}
