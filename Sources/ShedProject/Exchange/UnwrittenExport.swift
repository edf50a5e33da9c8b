import ShedDisk
import ShedExchange
import ShedMessages
import ShedModel

/// Takes what an export would write, and writes nothing: what a dry run has.
final class UnwrittenExport: ExportSink {
    func add(folder path: RelativePath, modified: Int64, mode: UInt32) {}

    func add<Made>(
        file path: RelativePath, size: Int64, modified: Int64, mode: UInt32,
        _ make: (_ take: ([UInt8]) throws(DiskError) -> Void) throws(DiskError) -> Made?
    ) throws(DiskError) -> Made? { try make { _ throws(DiskError) in } }

    func prepare(folder path: RelativePath) {}
    func remove(files paths: Set<RelativePath>) {}
    func remove(folder path: RelativePath) {}
    func finish() {}

    func written(_ limits: ImportLimits) throws(ImportFault) -> any SourceTree { throw ImportFault(.importLacks(path: "\(ExportManifest.name)")) }

    func publish(as names: [Name]?) -> Name { "" }
    func discard() {}
}
