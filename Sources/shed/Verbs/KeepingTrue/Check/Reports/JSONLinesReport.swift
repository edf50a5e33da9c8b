import ShedCommand
import ShedCheck
import ShedProject
import ShedModel

/// A finding a line, in the shape that it has in the JSON format; nothing else.
enum JSONLinesReport {
    static func write(_ report: CheckReport, to sink: ReportSink) throws(ShedError) {
        for part in report.parts {
            for item in part.items {
                try sink.json(JSONReport.json(item, part))
                try sink.bytes([UInt8(ascii: "\n")])
            }
        }
    }
}
