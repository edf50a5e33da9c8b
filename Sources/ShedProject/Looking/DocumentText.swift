import ShedDisk
import ShedModel
import ShedOffice

/// The text of documents in which texts are looked for.
enum DocumentText {
    /// - Returns: `nil` for what cannot be read as such a document.
    /// - Throws: where the file itself cannot be read.
    static func read(_ file: ReadableFile, _ format: DocumentFormat) throws(DiskError) -> [UInt8]? {
        // Made, and nothing written yet.
        guard file.size > 0 else { return [] }
        var fault: DiskError?
        do throws(OfficeError) {
            let source = ArchiveSource(size: file.size) { offset, count throws(OfficeError) in
                do throws(DiskError) { return try file.read(at: offset, atMost: count) } catch {
                    fault = error
                    throw OfficeError("cannot be read")
                }
            }
            return try OfficeText.text(source, format)
        } catch {
            if let fault { throw fault }
            return nil
        }
    }
}
