import ShedDisk
import ShedModel
import ShedProject
import ShedReconcile
import ShedRules
import ShedWriting

/// What `check` says of the view, and what is said of links that were dragged out of it.
extension ViewsProject {
    func check(_ check: KindCheck) throws(ShedError) -> [Finding] {
        guard hasView, isOn, ViewsProject.mayFind(check), let state = project.store.state ?? (try? project.asKnown.load()),
            let view = AllView(project.home, state)
        else { return [] }
        var findings: [Finding] = []
        for finding in check.others where finding.rule == DanglingLink.info.name {
            if let known = findingOfLink(finding, view, state) { findings.append(known) }
        }
        let inPlaceOfLinks = check.others.filter { $0.rule == ClosedFolder.info.name && $0.path.parent == view.path }
        if !inPlaceOfLinks.isEmpty { findings += findingsOfFiles(inPlaceOfLinks, view, state) }
        if check.selection.contains(DraggedLink.info) { findings += draggedLinks(in: check.snapshot, view, state) }
        return findings
    }

    /// Whether there is anything to be looked at, so that nothing is loaded for nothing.
    private static func mayFind(_ check: KindCheck) -> Bool {
        check.others.contains { $0.rule == DanglingLink.info.name || $0.rule == ClosedFolder.info.name } || check.selection.contains(DraggedLink.info)
            && check.snapshot.entries.contains { $0.kind == .link }
    }

    /// What is said in place of a link's leading nowhere.
    private func findingOfLink(_ finding: Finding, _ view: AllView, _ state: ProjectState) -> Finding? {
        var finding = finding
        finding.words = nil
        if finding.path.parent == view.path {
            // A link of the view that leads to where no file is known to be was left over, where it could not be taken away: what is
            // done next tries again, and nobody has to mend anything.
            guard let name = finding.path.last, view.target(ofLink: name) != nil else { return nil }
            finding.severity = .note
            finding.message = "The view is out of date: this link leads to where no file is any more."
            finding.help = "Run “shed sync”; where that does not help, the folder may not be written to."
            return finding
        }
        // One that was dragged out of the view into a folder in another one.
        guard let target = view.text(ofLinkAt: finding.path).flatMap(view.target), state.node(at: target) != nil else { return nil }
        // In a collection it is understood.
        if CollectionFolders(project.home, state)?.folder(at: finding.path.parent, in: state) != nil { return nil }
        finding.message = "This is a link of “\(view.path)” to \(target), which leads nowhere from here."
        finding.help = "Remove the link; the text itself is where it was."
        return finding
    }

    /// Of a file that `sync` refuses in no case nobody has to mend anything.
    private func findingsOfFiles(_ found: [Finding], _ view: AllView, _ state: ProjectState) -> [Finding] {
        let settled = settlement(of: found.compactMap(\.path.last), in: view, state)
        return found.compactMap { finding in
            guard let name = finding.path.last, let fate = settled[name] else { return nil }
            var finding = finding
            finding.severity = .note
            finding.words = nil
            finding.message = "A program has put this file in the place of the link to \(fate.target)."
            finding.help = fate.isEdit ? "“shed sync” puts what it holds into \(fate.target), and sets the link anew." : "“shed sync” sets the link anew."
            return finding
        }
    }

    // MARK: Links that were dragged out

    /// Links in the folders that the view shows, of which each leads to a text in one of them.
    private func draggedLinks(in snapshot: Snapshot, _ view: AllView, _ state: ProjectState) -> [Finding] {
        view.folders.flatMap { folder -> [Finding] in
            guard let position = snapshot.directory(at: folder) else { return [] }
            return snapshot.directories[position].entries.compactMap { index in
                guard snapshot.entries[index].kind == .link, case let path = snapshot.path(of: index), let target = draggedFrom(path, view, state) else { return nil }
                let message = "This is only a link to \(target), such as stand in “\(view.path)”; the text itself was not moved."
                return Finding(DraggedLink.info, at: path, id: nil, message, help: "Remove the link, then “\(command(target, to: folder))”.")
            }
        }
    }

    /// The text that a link in one of the view's folders leads to.
    private func draggedFrom(_ path: RelativePath, _ view: AllView, _ state: ProjectState) -> RelativePath? {
        guard path.last?.isHidden == false, let target = view.text(ofLinkAt: path).flatMap(view.target), let id = state.node(at: target),
            state.model.nodes[id]?.type.isDirectory == false
        else { return nil }
        return target
    }

    /// Of more links at once that vanished from All nothing is told: then the folder was emptied.
    private static let mostTold = 100

    /// Tells of links that vanished from All and stand in one of the folders that it shows, once: they are set anew right after it.
    func settling(after request: WalkRequest, _ outcome: Outcome, in transaction: Transaction) throws(ShedError) -> (any Settling)? {
        guard isOrdered, hasView, isOn, let state = project.store.state, let view = AllView(project.home, state), hasChanged(view, lastKnown(bookFile), state)
        else { return nil }
        let reports = reports(ofLinksGoneFrom: view, state)
        return reports.isEmpty ? nil : TellingOfLinks(reports)
    }

    private func reports(ofLinksGoneFrom view: AllView, _ state: ProjectState) -> [Report] {
        guard let entries = view.entries(), case let standing = Set(entries.lazy.map(\.name)),
            let known = bookFile?.read()?.records,
            case let gone = known.filter({ $0.seen != nil && $0.name.map { !standing.contains($0) } == true }), gone.count <= ViewsProject.mostTold
        else { return [] }
        return gone.flatMap { link in
            view.folders.compactMap { folder in
                guard let name = link.name, case let path = folder.appending(name), view.text(ofLinkAt: path) == link.text,
                    let target = draggedFrom(path, view, state)
                else { return nil }
                return Report(
                    rule: DraggedLink.info, path: path, id: nil, .onlyALink(target: "\(target)", view: "\(view.path)", command: command(target, to: folder)))
            }
        }
    }

    private func command(_ target: RelativePath, to folder: RelativePath) -> String { "shed mv \(ShellWord.path(target)) \(ShellWord.path(folder))" }
}

/// Adds reports to what a walk came to.
private final class TellingOfLinks: Settling {
    private let reports: [Report]

    init(_ reports: [Report]) { self.reports = reports }

    func step(_ outcome: inout Outcome) throws(ShedError) -> Bool {
        outcome.reports += reports
        outcome.hasNews = true
        return false
    }

    func entries(for moves: ArraySlice<Move>) -> [HistoryEntry] { [] }

    func end(_ outcome: inout Outcome) {}
}
