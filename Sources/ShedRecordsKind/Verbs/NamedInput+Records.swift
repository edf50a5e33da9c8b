import ShedCommand
import ShedProject
import ShedRecords

extension NamedInput {
    /// The bytes from the beginning.
    func source() throws(ShedError) -> ByteSource {
        try rewind()
        return { buffer throws(RecordsError) in
            do throws(ShedError) { return try self.read(into: buffer) } catch { throw RecordsError(error.message) }
        }
    }
}
