import ArgumentParser
import Glibc
import ShedCommand
import ShedCheck
import ShedProject
import ShedModel

struct DoctorVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Look at this machine, and say what is missing and what that costs.",
        discussion: """
            Looks at the kernel's limits, shed's own directories, the daemon, every known project, other programs and \
            versions. Changes nothing. Exits 1 on any warning or error; notes never count.

            Example: shed doctor --verbose
            """)

    @OptionGroup var global: GlobalOptions

    var onlyLooks: Bool { true }

    func perform(_ session: Session) throws -> Ending {
        var surroundings = session.surroundings
        for name in ["PATH", "XDG_CONFIG_HOME"] { surroundings.environment[name] = getenv(name).map { String(cString: $0) } }
        let found = Doctor(surroundings, version: Shed.version, directory: session.base).examine()
        let isSound = found.allSatisfy { $0.status <= .note }
        if global.json {
            session.output.json(shape(found))
        } else if global.zero {
            for diagnosis in found where diagnosis.status > .note {
                if let subject = diagnosis.subject, subject.first == UInt8(ascii: "/") { session.output.path(subject) }
            }
        } else {
            describe(found, session)
        }
        return isSound ? .done : .findings
    }

    // MARK: For people

    private func describe(_ found: [Diagnosis], _ session: Session) {
        for group in DoctorCheck.Group.allCases {
            let lines = group == .projects ? projects(found, session.style) : found.filter { $0.check.group == group }.flatMap { text($0, session.style) }
            guard !lines.isEmpty else { continue }
            session.output.line(session.style.heading(group.rawValue))
            for line in lines { session.output.line("  " + line) }
            session.output.line()
        }
        func count(_ status: Diagnosis.Status) -> Int { found.count { $0.status == status } }
        let (errors, warnings, notes) = (count(.error), count(.warning), count(.note))
        if errors + warnings == 0 {
            let rest = notes == 0 || global.verbose ? "" : " “shed doctor --verbose” says more on \(Style.count(notes, "note"))."
            session.say(session.style.good("Nothing is wrong.") + rest)
        } else {
            session.say("\(Style.count(errors, "error")), \(Style.count(warnings, "warning")), \(Style.count(notes, "note"))")
        }
    }

    /// A heading for each project, and under it what is worth a word.
    private func projects(_ found: [Diagnosis], _ style: Style) -> [String] {
        let all = found.filter { $0.check.group == .projects }
        var lines: [String] = []
        var start = all.startIndex
        while start < all.endIndex {
            let end = all[start...].firstIndex { $0.subject != all[start].subject } ?? all.endIndex
            let project = all[start..<end]
            let worst = project.map(\.status).max() ?? .ok
            if !global.quiet || worst > .note {
                lines.append(sign(worst, style) + EscapedText.escape(project.first?.subject ?? []))
                for diagnosis in project where diagnosis.status > .ok || global.verbose {
                    lines += text(diagnosis, style, showsSubject: false).map { "    " + $0 }
                }
            }
            start = end
        }
        return lines
    }

    /// One line; for problems, and for notes when asked to say more, the cost and the cure below it.
    private func text(_ diagnosis: Diagnosis, _ style: Style, showsSubject: Bool = true) -> [String] {
        if global.quiet, diagnosis.status <= .note { return [] }
        var line = sign(diagnosis.status, style)
        if showsSubject, let subject = diagnosis.subject, subject.first == UInt8(ascii: "/") { line += EscapedText.escape(subject) + ": " }
        line += diagnosis.message + style.faint(" [\(diagnosis.check.rawValue)]")
        guard diagnosis.status > .note || global.verbose else { return [line] }
        return [line] + [("costs: ", diagnosis.cost), ("cure: ", diagnosis.remedy)].filter { !$0.1.isEmpty }.map { "    " + style.faint($0.0) + $0.1 }
    }

    private func sign(_ status: Diagnosis.Status, _ style: Style) -> String {
        let word = status.rawValue
        let mark = style.hasSymbols ? ["ok": "✓", "note": "·", "warning": "!", "error": "✗"][word, default: word] + " " : word + ": "
        switch status {
        case .ok: return style.good(mark)
        case .note: return style.faint(mark)
        case .warning: return style.warning(mark)
        case .error: return style.bad(mark)
        }
    }

    // MARK: JSON

    private func shape(_ found: [Diagnosis]) -> JSONValue {
        var summary = JSONBuilder()
        for (name, status) in [("errors", Diagnosis.Status.error), ("warnings", .warning), ("notes", .note), ("ok", .ok)] {
            summary.add(name, .integer(Int64(found.count { $0.status == status })))
        }
        return [
            "version": 1,
            "checks": .array(found.map { diagnosis in
                var object = JSONBuilder()
                object.add("check", .string(diagnosis.check.rawValue))
                object.add("status", .string(diagnosis.status.rawValue))
                object.add("subject", bytes: diagnosis.subject)
                object.add("message", .string(diagnosis.message))
                object.add("cost", diagnosis.cost.isEmpty ? .null : .string(diagnosis.cost))
                object.add("remedy", diagnosis.remedy.isEmpty ? .null : .string(diagnosis.remedy))
                return object.value
            }),
            "summary": summary.value,
        ]
    }
}
