import ArgumentParser
import ShedCommand
import ShedProject
import ShedModel
import ShedPapers

struct BundleVersionsVerb: BundleSubverb {
    static let configuration = CommandConfiguration(
        commandName: "versions", abstract: "Show which display.pdf a bundle had, as far as pages showed it.",
        discussion: """
            Each that a page ever showed is kept, with the time when a page first showed it. “shed bundle restore” puts one of \
            them back.

            Example: shed bundle versions "Calculus 2023"
            """)

    @Argument(help: "The bundle: its name, path or ID.", completion: .directory) var bundle: String
    @OptionGroup var global: GlobalOptions

    var delegation: Delegation { .look }

    func perform(_ session: Session) throws -> Ending {
        let (reading, view) = try session.papersToShow()
        let found = try session.bundle(bundle, in: reading.project, view)
        let versions = try reading.displayVersions(of: found, in: view)
        if global.json {
            session.output.json(.array(versions.map(\.json)))
        } else if global.zero {
            session.output.path(session.style.place(found.path))
        } else {
            for version in versions { print(version, session) }
            if versions.isEmpty { session.output.line(session.style.faint("No versions yet")) }
        }
        session.warnOfRest(in: reading.project)
        return .done
    }

    private func print(_ version: DisplayVersion, _ session: Session) {
        var facts = [version.since.map { Style.time($0) } ?? "shown by no page yet", "\(version.hash.description.prefix(12))…"]
        if let size = version.size { facts.append(Style.count(Int(size), "byte")) }
        if !version.pages.isEmpty {
            facts.append("\(Style.count(version.pages.count, "page")) showed \(version.numbers.count == 1 ? "page" : "pages") \(PageRange.text(version.numbers)) of it")
        }
        if version.isCurrent { facts.append("it is the one of now") }
        let lost = version.isKept ? "" : "; there is no protected copy of it"
        session.output.line("version \(version.number)  " + facts.joined(separator: "  ") + session.style.warning(lost))
    }
}

extension DisplayVersion {
    fileprivate var json: JSONValue {
        var object = JSONBuilder()
        object.add("version", .integer(Int64(number)))
        object.add("hash", .string(hash.description))
        object.add("since", time: since)
        object.add("size", size.map { .integer($0) } ?? .null)
        object.add("current", .bool(isCurrent))
        object.add("kept", .bool(isKept))
        object.add("pages", .array(numbers.map { .integer(Int64($0)) }))
        object.add("shownBy", .array(pages.map { page in
            var object = JSONBuilder()
            object.add("id", page.id)
            object.add("path", page.path)
            return object.value
        }))
        return object.value
    }
}
