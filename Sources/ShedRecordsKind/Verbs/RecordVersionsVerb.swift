import ArgumentParser
import ShedCommand
import ShedMessages
import ShedModel
import ShedProject
import ShedRecords

struct RecordVersionsVerb: RecordSubverb {
    static let configuration = CommandConfiguration(
        commandName: "versions", abstract: "Show what a record held before shed changed it.",
        discussion: """
            Each line names the pairs that are others in the next version. What other programs wrote over is not kept; what is \
            kept goes after 30 days, as “shed undo” says.

            Example: shed record versions Books/Ficciones
            """)

    @Argument(help: "The record: COLLECTION/NAME or its ID.", completion: .file()) var record: String
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToShow()
        let reading = try project.refresh()
        let found = try session.record(record, in: reading)
        let versions = try reading.versions(of: found)
        if global.json {
            session.output.json(.array(versions.map(\.json)))
        } else if global.zero {
            session.output.path(session.style.place(found.path))
        } else {
            for (version, next) in zip(versions, versions.dropFirst()) { print(version, next, session) }
            if let last = versions.last { session.output.line(session.style.text(.currentVersion(number: last.number))) }
        }
        session.warnOfRest(in: project)
        return .done
    }

    private func print(_ version: RecordVersion, _ next: RecordVersion, _ session: Session) {
        let others = version.record.pairs.filter { next.record[$0.key] != $0.value }
        var facts: [Message] = others.map { .keyAndValue(key: shown($0.key), value: shown($0.value)) }
        let new = next.record.pairs.filter { version.record[$0.key] == nil }
        facts += new.map { .noKey(key: shown($0.key)) }
        if facts.isEmpty { facts = [.writtenOtherwise] }
        let until = version.until.map { Message.until(time: Style.time($0)) } ?? .nothing
        let line = session.style.text(.recordVersion(number: version.number, until: until, facts: .list(facts)))
        session.output.line(line + session.style.faint(version.entry.map { "  (shed undo \($0))" } ?? ""))
    }

    private func shown(_ text: String) -> String { EscapedText.escape(Array(text.utf8)) }
}

extension RecordVersion {
    fileprivate var json: JSONValue {
        var object = JSONBuilder()
        object.add("version", .integer(Int64(number)))
        object.add("until", time: until)
        object.add("by", JSONValue(by))
        object.add("entry", entry.map { .integer(Int64($0)) } ?? .null)
        object.add("current", .bool(isCurrent))
        object.add("keyValuePairs", record.json)
        return object.value
    }
}
