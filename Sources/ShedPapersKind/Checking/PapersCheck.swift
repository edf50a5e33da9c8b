import ShedModel
import ShedPapers
import ShedProject
import ShedRules
import ShedThreads

/// What the rules on bundles, page groups and pages find in one scan.
///
/// No PDF is opened: names, sizes and what the sidecar has of them are enough. What was wrong with a PDF that was looked into is
/// remembered. That a protected copy or a page file has other content of the same size, `repair` finds.
struct PapersCheck: ProjectReader {
    let project: Project
    let model: Model
    let places: StandingPapers
    private let kind: PapersProject
    private let selection: RuleSelection
    /// What was found besides.
    private let others: [Finding]
    /// The contents that have to have a protected copy.
    private let needs: [ContentHash: PaperNeeds.Need]

    private static let rules = [
        MissingDisplay.info, DifferingPageCounts.info, PageOutOfRange.info, DanglingBundle.info, EmptyGroup.info, BundleInUse.info,
        EditedPage.info, AlteredCopy.info, StaleText.info, WaitingPDF.info, NotAPDF.info,
    ]

    /// Whether any rule on papers is asked.
    static func isAsked(by selection: RuleSelection) -> Bool { rules.contains(where: selection.contains) }

    init(_ kind: PapersProject, _ check: KindCheck) throws(ShedError) {
        self.kind = kind
        project = kind.project
        selection = check.selection
        others = check.others
        let state = try kind.reader.load()
        model = state.model
        let copies = kind.reader.papersSettings.protection == .copy
        let looks = Looks()
        let snapshot = check.snapshot
        Parallel.run(2, threads: 2) { part in
            if part == 0 {
                let places = StandingPapers(snapshot, state)
                looks.places.withLock { $0 = places }
            } else if copies {
                let needs = PaperNeeds(state.model, stands: state.stands).needs
                looks.needs.withLock { $0 = needs }
            }
        }
        places = looks.places.withLock { $0 } ?? StandingPapers(snapshot, state)
        needs = looks.needs.withLock { $0 }
    }

    /// What two threads look up.
    private final class Looks: Sendable {
        let places = Lock<StandingPapers?>(nil)
        let needs = Lock<[ContentHash: PaperNeeds.Need]>([:])
    }

    func findings() throws(ShedError) -> [Finding] {
        var findings = try bundleFindings()
        findings += try pageFindings()
        let unusable = try unusableVariants()
        findings += unusable
        findings += strangeDisplays(besides: others + unusable)
        if selection.contains(WaitingPDF.info) || selection.contains(NotAPDF.info) { findings += try waitingPDFs(besides: others + unusable) }
        findings += try missingCopies()
        return findings.filter { finding in surroundings.kinds.rules.info(named: finding.rule).map(selection.contains) ?? true }
    }

    // MARK: PDFs

    /// Variants that were looked into and do not count, since a person accepted what is no PDF, or saved it there.
    private func unusableVariants() throws(ShedError) -> [Finding] {
        let complaints = try kind.complaints()
        guard !complaints.isEmpty else { return [] }
        let known = Set(others.filter { $0.rule == NotAPDF.info.name }.map(\.path))
        var findings: [Finding] = []
        for bundle in places.bundles {
            for variant in PDFVariant.allCases {
                let name = Name(variant.fileName)
                let path = bundle.path.appending(name)
                guard let evidence = bundle.files[name], !known.contains(path), let message = complaints.complaint(about: evidence)?.sentence else { continue }
                let isKnown = bundle.id.flatMap { model.nodes[$0]?.bundleFile(variant) } != nil
                let effect = isKnown ? "What is known of the variant is of the file that was there before." : "The bundle has no \(variant.rawValue) variant until there is a sound PDF."
                findings.append(Finding(NotAPDF.info, at: path, id: bundle.nodes[name], "\(message) \(effect)"))
            }
        }
        return findings
    }

    /// Display variants that are not the ones that pages show, by their sizes. Where the settings keep no protected copies, or
    /// there is no good one, what was saved over the right one stays there.
    /// - Parameter others: what is said of a file already is not said again.
    private func strangeDisplays(besides others: [Finding]) -> [Finding] {
        let name = Name(PDFVariant.display.fileName)
        let strange = places.bundles.compactMap { bundle -> (bundle: StandingPapers.Bundle, id: NodeID, message: String)? in
            guard let id = bundle.id, let evidence = bundle.files[name], let known = model.nodes[id]?.bundleFile(.display),
                let message = known.strangeness(ofSize: evidence.size)
            else { return nil }
            return (bundle, id, message)
        }
        guard !strange.isEmpty else { return [] }
        // Asked only now: in most projects it is not needed.
        let shown = Set(places.groups.flatMap(\.pages).compactMap { $0.reference.map { model.resolve($0.bundle) } })
        let told = Set(others.map(\.path))
        return strange.filter { shown.contains($0.id) && !told.contains($0.bundle.path.appending(name)) }
            .map { Finding(BundleInUse.info, at: $0.bundle.path.appending(name), id: $0.bundle.nodes[name], $0.message) }
    }

    /// Those that wait or are left; of those of which nothing can be made, that alone is said.
    private func waitingPDFs(besides others: [Finding]) throws(ShedError) -> [Finding] {
        // What says of a path already why nothing there was taken in.
        let rules = surroundings.kinds.rules
        let explaining = Set(rules.infos.filter(rules.refuses).map(\.name))
            .union([WaitingPDF.info, CarrierArrival.info, AbsentParent.info, BulkAddition.info, ConflictCopy.info].map(\.name))
        let explained = Set(others.filter { explaining.contains($0.rule) }.map(\.path))
        let message = missingPDFPrograms ?? WaitingPDF.message
        let complaint = try kind.knownComplaints()
        var unsound: [Finding] = []
        func isSound(_ path: RelativePath, _ id: NodeID?) -> Bool {
            guard let found = complaint(path) else { return true }
            let words = UnsoundPDFs.words(found, path)
            var finding = Finding(NotAPDF.info, at: path, id: id, words.english)
            finding.words = words
            unsound.append(finding)
            return false
        }
        let left = places.left.filter { isSound($0.path, $0.id) }
        let waiting = places.waiting.filter { !explained.contains($0.path) && isSound($0.path, $0.id) }
        return note(onLeft: left) + waiting.map { Finding(WaitingPDF.info, at: $0.path, id: $0.id, message) } + unsound
    }

    /// One note for all that stood there at the adoption, at the first of them.
    private func note(onLeft left: [(path: RelativePath, id: NodeID)]) -> [Finding] {
        guard let first = left.first else { return [] }
        let others = left.count == 1 ? "" : " (" + left.prefix(PapersCheck.mostNamed).map { "\($0.path)" }.joined(separator: ", ")
            + (left.count > PapersCheck.mostNamed ? " and \(left.count - PapersCheck.mostNamed) more" : "") + ")"
        return [Finding(WaitingPDF.info, at: first.path, id: first.id, "\(LeftPDFs.sentence(left.count))\(others).")]
    }

    /// So many are named in one message.
    private static let mostNamed = 5

    // MARK: Protected copies

    /// Looks at names and sizes alone.
    private func missingCopies() throws(ShedError) -> [Finding] {
        guard !needs.isEmpty else { return [] }
        let store = try existingProtectedStore()
        let known: Set<ContentHash>
        do throws(PapersError) { known = Set(try store?.hashes() ?? []) } catch { throw ShedError(error) }
        var findings: [Finding] = []
        for (content, need) in needs {
            var isThere = known.contains(content)
            if isThere, let size = need.size, let store { isThere = (try? store.seemsThere(content, size: size)) == true }
            if !isThere {
                findings.append(
                    Finding(AlteredCopy.info, at: need.path, id: need.id, "The protected copy of \(need.what) (\(content.description.prefix(12))…) is missing or damaged."))
            }
        }
        return findings
    }
}
