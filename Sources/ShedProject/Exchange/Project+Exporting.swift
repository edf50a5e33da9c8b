import ShedDisk
import ShedExchange
import ShedMessages
import ShedModel

/// How an export is written.
public enum ExportForm: Hashable, Sendable {
    /// One file.
    case archive
    case folder
}

extension Project {
    /// Writes an export: whole under its name, or nowhere. It tells of the project as it is at one moment, near the end: files are copied before,
    /// while everybody can go on, and looked at then; only what is otherwise by then is copied while nobody else of shed changes the project. What
    /// people write to meanwhile is read again, three times at most, and then left out and told.
    /// - Parameters:
    ///   - path: absolute, outside of the project; nothing stands there.
    ///   - dryRun: reads all of it, and writes nothing.
    ///   - progress: is told how many files are done.
    public func exporting(
        _ order: ExportOrder, as form: ExportForm, to path: [UInt8], dryRun: Bool = false, progress: @escaping (Int) -> Void = { _ in }
    ) throws(ShedError) -> ExportResult {
        let place = try exportPlace(path)
        guard !dryRun else { return try exported(order, UnwrittenExport(), progress) }
        return try exporting(order, to: try exportSink(form, place), progress) { _ throws(ShedError) in }.result
    }

    /// Where an export is to stand.
    /// - Throws: ``ShedError`` where something stands there, or it would be an addition to the project.
    private func exportPlace(_ path: [UInt8]) throws(ShedError) -> ExportPlace {
        let parts = AbsolutePath.parts(of: path) ?? (path, [])
        guard !parts.name.isEmpty else { throw ShedError(.usage, .exportNamesNothing, remedy: .nameFileInFolder) }
        let parent = try exportFolder(parts.parent)
        do throws(DiskError) {
            return try ExportPlace(Name(bytes: parts.name), in: parent, id: home.surroundings.ids.next())
        } catch { throw ShedError(exporting: error) }
    }

    /// A folder into which exports are written, opened.
    func exportFolder(_ path: [UInt8]) throws(ShedError) -> DirectoryHandle {
        let folder = try RealPath.of(path)
        guard folder != home.path, !folder.starts(with: home.path + [UInt8(ascii: "/")]) else {
            throw ShedError(.usage, .exportInside(path: EscapedText.escape(folder)), remedy: .nameFolderOutside)
        }
        do throws(DiskError) { return try DirectoryHandle(pathBytes: folder) } catch { throw ShedError(error) }
    }

    /// Writes into what is to become one.
    /// - Parameters:
    ///   - names: what it may be called, the best first, where that is not what its place says.
    ///   - check: is asked of what was written before it gets its name.
    /// - Returns: also the name that it got.
    func exporting(
        _ order: ExportOrder, to sink: any ExportSink, as names: ((ExportResult) -> [Name])? = nil, _ progress: @escaping (Int) -> Void,
        check: (any ExportSink) throws(ShedError) -> Void
    ) throws(ShedError) -> (result: ExportResult, name: Name) {
        do throws(ShedError) {
            let result = try exported(order, sink, progress)
            // That may take long too, and nobody waits for it.
            do throws(DiskError) { try sink.finish() } catch { throw ShedError(error) }
            Interruption.point("export-written")
            try check(sink)
            let name: Name
            do throws(DiskError) { name = try sink.publish(as: names?(result)) } catch {
                // Nobody has named these.
                if error.code == .exists, names != nil { throw ShedError(.environment, .exportIsThere(path: error.path), remedy: .tryAgainSoon) }
                throw ShedError(exporting: error)
            }
            Interruption.point("export-placed")
            return (result, name)
        } catch {
            sink.discard()
            throw error
        }
    }

    /// What an export would come to.
    func exported(_ order: ExportOrder, _ sink: any ExportSink, _ progress: @escaping (Int) -> Void) throws(ShedError) -> ExportResult {
        guard purpose == .change else {
            var exporter = try Exporter(try refresh(), order, to: sink, progress: progress)
            try exporter.run()
            return exporter.result
        }
        let early = try earlyCopies(order, sink, progress)
        return try write { transaction throws(ShedError) in
            var exporter = try Exporter(transaction, order, to: sink, after: early) { _ in }
            try exporter.run()
            return exporter.result
        }
    }

    private func earlyCopies(_ order: ExportOrder, _ sink: any ExportSink, _ progress: @escaping (Int) -> Void) throws(ShedError) -> EarlyCopies {
        var exporter = try Exporter(try refresh(), order, to: sink, progress: progress)
        return try exporter.copyEarly()
    }
}

extension ProjectReader {
    /// How many files are known.
    public func fileCount() throws(ShedError) -> Int { try load().model.nodes.values.count { !$0.type.isDirectory } }
}

extension Project {
    /// What is to become an export. What exports that were killed have left there is removed before.
    func exportSink(_ form: ExportForm, _ place: ExportPlace) throws(ShedError) -> any ExportSink {
        let notes = { () throws(DiskError) in try self.home.surroundings.makeStateDirectory("exporting") }
        // An archive is also written where nothing can be noted.
        if let notes = try? notes() { HiddenFolder.removeAbandoned(in: place.parent, notes: notes, prefix: ExportPlace.prefix, now: home.surroundings.now()) }
        ExportPlace.removeAbandoned(in: place.parent, now: home.surroundings.now())
        do throws(DiskError) {
            switch form {
            case .archive: return try ArchiveSink(place)
            case .folder: return try FolderSink(place, notes: try notes())
            }
        } catch { throw ShedError(exporting: error) }
    }
}

extension ShedError {
    /// Why an export was not written.
    init(exporting error: DiskError) {
        guard error.code == .exists else {
            self.init(error)
            return
        }
        self.init(.usage, .exportIsThere(path: error.path), remedy: .exportNameAnother)
    }
}
