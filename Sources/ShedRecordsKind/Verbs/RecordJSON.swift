import ShedMessages
import ShedProject
import ShedRecords

/// Records given as JSON: an object of texts, several one after the other, or an array of such. One with `id` and
/// `keyValuePairs`, as shed prints it, brings its ID.
enum RecordJSON {
    /// In bytes: what a person or a script hands over at once; more is for `import`.
    static let largest = 64 << 20

    static func records(_ bytes: [UInt8]) throws(ShedError) -> [IdentifiedRecord] {
        let first = bytes.first { ![0x20, 0x09, 0x0a, 0x0d].contains($0) }
        guard first == UInt8(ascii: "{") else { return try list(bytes, .json) }
        do throws(RecordsError) { return [IdentifiedRecord(id: nil, record: try RecordText.parse(bytes))] } catch {
            // What has an object in it may bring its ID, and others may follow on lines of their own.
            guard let records = try? list(bytes, .jsonLines), records.count <= bytes.split(separator: 0x0a).count else { throw failure(error) }
            return records
        }
    }

    private static func list(_ bytes: [UInt8], _ format: ExchangeFormat) throws(ShedError) -> [IdentifiedRecord] {
        var position = 0
        let source: ByteSource = { buffer in
            let count = min(buffer.count, bytes.count - position)
            buffer.copyBytes(from: bytes[position..<position + count])
            position += count
            return count
        }
        guard var reader = format.reader(of: source) else { return [] }
        var records: [IdentifiedRecord] = []
        do throws(RecordsError) { while let record = try reader.next() { records.append(record) } } catch { throw failure(error) }
        return records
    }

    private static func failure(_ error: RecordsError) -> ShedError {
        ShedError(.usage, .badJSON(reason: "\(error)"), remedy: .giveObject(example: "{\"Title\": \"…\"}"))
    }
}
