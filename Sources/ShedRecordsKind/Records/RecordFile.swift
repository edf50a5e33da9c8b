import ShedDisk
import ShedIndex
import ShedModel
import ShedProject
import ShedRecords
import ShedRules

/// A record's file, read.
struct RecordFile {
    var bytes: [UInt8]
    var evidence: Evidence
    /// The record, or what is wrong with the file.
    var content: Result<Record, RecordFault>

    /// Why a file is no record.
    struct RecordFault: Error {
        var complaint: ContentComplaint
        /// Whether it ends before a record does.
        var isEarlyEnd = false
    }

    /// Reads a file that is to be a record. What cannot be read as one is told, not thrown.
    /// - Throws: where the file cannot be read at all.
    init(_ name: Name, in directory: DirectoryHandle) throws(DiskError) {
        do throws(DiskError) {
            (bytes, evidence) = try directory.readTextWithEvidence(name, atMost: RecordText.largest)
        } catch {
            guard error.code == .tooLarge, let evidence = try directory.evidence(of: name) else { throw error }
            bytes = []
            self.evidence = evidence
            let message = "It has \(evidence.size) bytes; a record has at most \(RecordText.largest)."
            content = .failure(RecordFault(complaint: ContentComplaint(rule: NotARecord.info, message: message)))
            return
        }
        do throws(RecordsError) { content = .success(try RecordText.parse(bytes)) } catch {
            content = .failure(RecordFault(complaint: ContentComplaint(error), isEarlyEnd: error.isEarlyEnd))
        }
    }

    var record: Record? { try? content.get() }

    var complaint: ContentComplaint? { fault?.complaint }

    /// Whether more of it may be on its way: it ends before a record does.
    var endsEarly: Bool { fault?.isEarlyEnd == true }

    private var fault: RecordFault? {
        if case .failure(let fault) = content { fault } else { nil }
    }
}

extension ContentComplaint {
    /// A fault of a record's text.
    init(_ error: RecordsError) {
        let sentence = error.message.last == "." ? error.message : error.message + "."
        self.init(
            rule: error.isDoubledKey ? DoubledKey.info : NotARecord.info,
            message: sentence.prefix(1).uppercased() + sentence.dropFirst(), line: error.line, column: error.column)
    }
}

extension ContentProblem {
    init(_ complaint: ContentComplaint) {
        self.init(rule: complaint.rule.name, message: complaint.message, line: complaint.line, column: complaint.column)
    }
}
