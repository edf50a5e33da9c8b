import ShedDisk
import ShedModel
import ShedRecords

/// Reads records' files, one that has several names (hard links) but once for all of them. One look's own; the memory it uses is bounded.
final class LinkedFiles {
    private var files: [Evidence: RecordFile] = [:]
    /// So many bytes of files are still kept.
    private var room = 16 << 20
    /// How many files were read.
    private(set) var reads = 0

    /// A record's file, its bytes left out.
    /// - Throws: where the file cannot be read at all.
    func file(_ name: Name, in directory: DirectoryHandle) throws(DiskError) -> RecordFile {
        if !files.isEmpty, let evidence = try directory.evidence(of: name), let file = files[evidence] { return file }
        reads += 1
        var file = try RecordFile(name, in: directory)
        file.bytes = []
        let size = min(Int(file.evidence.size), RecordText.largest)
        if file.evidence.links > 1, size <= room {
            room -= size
            files[file.evidence] = file
        }
        return file
    }
}
