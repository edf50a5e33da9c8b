import ShedDisk
import ShedModel
import ShedPapers
import ShedRules
import ShedSidecar
import ShedThreads
import Synchronization

extension Project {
    private static let paperRules = [
        MissingDisplay.info, DifferingPageCounts.info, PageOutOfRange.info, DanglingBundle.info, EmptyGroup.info, BundleInUse.info,
        EditedPage.info, AlteredCopy.info, StaleText.info, WaitingPDF.info, NotAPDF.info,
    ]

    /// What says of a path already why nothing there was taken in.
    private static let explanations = Set(RuleBook.all.map { $0.info }.filter { RuleBook.refuses($0) }.map(\.name))
        .union([WaitingPDF.info, CarrierArrival.info, AbsentParent.info, BulkAddition.info, ConflictCopy.info].map(\.name))

    /// What the rules on bundles, page groups and pages find. No PDF is opened: names, sizes and what the sidecar has of them
    /// are enough. What was wrong with a PDF that was looked into is remembered. That a protected copy or a page file has other content of the same size, `repair` finds.
    /// - Parameters:
    ///   - snapshot: a whole scan, with evidence.
    ///   - others: what was found besides.
    func checkPapers(_ selection: RuleSelection, _ snapshot: Snapshot, besides others: [Finding] = []) throws(ShedError) -> [Finding] {
        guard Project.asksPapers(selection), hasPapers else { return [] }
        let state = try load()
        let copies = settings.protection == .copy
        let looked = Looked()
        Parallel.run(2, threads: 2) { part in
            if part == 0 {
                let places = StandingPapers(snapshot, state)
                looked.places.withLock { $0 = places }
            } else if copies {
                let needs = PaperNeeds(state.model, stands: state.stands).needs
                looked.needs.withLock { $0 = needs }
            }
        }
        guard let places = looked.places.withLock({ $0 }) else { return [] }
        var findings = checkBundles(places, state.model, try wholeTexts(), kept: Set(try textContents().keys))
        findings += checkGroups(places, state.model)
        let unusable = try checkUnusable(places, others)
        findings += unusable
        findings += checkDisplays(places, state.model, besides: others + unusable)
        if selection.contains(WaitingPDF.info) { findings += checkWaiting(places, others + unusable) }
        findings += try checkCopies(looked.needs.withLock { $0 })
        return findings.filter { finding in RuleBook.info(named: finding.rule).map(selection.contains) ?? true }
    }

    /// Whether any rule on papers is asked.
    static func asksPapers(_ selection: RuleSelection) -> Bool { paperRules.contains(where: selection.contains) }

    /// What two threads look up.
    private final class Looked: Sendable {
        let places = Mutex<StandingPapers?>(nil)
        let needs = Mutex<[ContentHash: PaperNeeds.Need]>([:])
    }

    /// Variants that were looked into and do not count, since a person accepted what is no PDF, or saved it there.
    private func checkUnusable(_ places: StandingPapers, _ others: [Finding]) throws(ShedError) -> [Finding] {
        let complaints = try pdfComplaints()
        guard !complaints.isEmpty else { return [] }
        let known = Set(others.filter { $0.rule == NotAPDF.info.name }.map(\.path))
        var findings: [Finding] = []
        for bundle in places.bundles {
            for variant in PDFVariant.allCases {
                let name = Name(variant.fileName)
                let path = bundle.path.appending(name)
                guard let evidence = bundle.files[name], !known.contains(path), let message = complaints.message(about: evidence) else { continue }
                let isKnown = bundle.id.flatMap { state?.model.nodes[$0]?.bundleFile(variant) } != nil
                let effect = isKnown ? "What is known of the variant is of the file that was there before." : "The bundle has no \(variant.rawValue) variant until there is a sound PDF."
                findings.append(Finding(NotAPDF.info, at: path, id: bundle.nodes[name], "\(message) \(effect)"))
            }
        }
        return findings
    }

    private func checkWaiting(_ places: StandingPapers, _ others: [Finding]) -> [Finding] {
        let explained = Set(others.filter { Project.explanations.contains($0.rule) }.map(\.path))
        let message = missingPDFPrograms ?? WaitingPDF.message
        return places.waiting.filter { !explained.contains($0.path) }.map { Finding(WaitingPDF.info, at: $0.path, id: $0.id, message) }
    }

    // MARK: Bundles

    private func checkBundles(_ places: StandingPapers, _ model: Model, _ texts: [ContentHash: Set<String>], kept: Set<ContentHash>) -> [Finding] {
        var findings: [Finding] = []
        for bundle in places.bundles {
            func add(_ rule: RuleInfo, _ message: String, at file: Name? = nil) {
                findings.append(Finding(rule, at: file.map(bundle.path.appending) ?? bundle.path, id: bundle.id, message))
            }
            let hasDisplay = bundle.files[Name(PDFVariant.display.fileName)] != nil
            if !hasDisplay, bundle.isRead { add(MissingDisplay.info, "It holds no display.pdf.") }
            guard let node = bundle.id.flatMap({ model.nodes[$0] }) else { continue }
            var alignment = node.alignment
            alignment.counts = alignment.counts.filter { bundle.files[Name($0.key.fileName)] != nil }
            for fault in alignment.faults {
                switch fault {
                case .differingCount(let variant, let pages, let displayPages):
                    add(DifferingPageCounts.info, "\(variant.fileName) has \(Project.pages(pages)), and display.pdf has \(displayPages).")
                case .tooLong(let variant, let entries, let displayPages):
                    add(DifferingPageCounts.info, "The page mapping of \(variant.fileName) has \(entries) entries, and display.pdf has \(Project.pages(displayPages)).")
                case .noSuchPage(let variant, let page, let displayPage):
                    add(PageOutOfRange.info, "The page mapping names page \(page) of \(variant.fileName) for page \(displayPage), and it has no such page.")
                }
            }
            let ocr = Name(PDFVariant.ocr.fileName)
            if bundle.files[ocr] != nil, let file = node.bundleFile(.ocr), texts[file.hash] == nil {
                add(StaleText.info, kept.contains(file.hash) ? "Its text is damaged, and counts as missing." : "Its text was not taken yet.", at: ocr)
            }
        }
        return findings
    }

    private static func pages(_ count: Int) -> String { "\(count) page\(count == 1 ? "" : "s")" }

    // MARK: Page groups and pages

    private func checkGroups(_ places: StandingPapers, _ model: Model) -> [Finding] {
        var findings: [Finding] = []
        let standing = Dictionary(places.bundles.compactMap { bundle in bundle.id.map { ($0, bundle) } }, uniquingKeysWith: { first, _ in first })
        let copies = Set((try? existingStore()?.hashes()) ?? [])
        var lost: [NodeID: (path: RelativePath, pages: Int)] = [:]
        // Many pages show pages of one bundle.
        var displays: [NodeID: BundleFile?] = [:]
        func display(of bundle: NodeID) -> BundleFile? {
            if let known = displays[bundle] { return known }
            let file = model.nodes[bundle]?.bundleFile(.display)
            displays[bundle] = .some(file)
            return file
        }
        let displayName = Name(PDFVariant.display.fileName)
        for group in places.groups {
            if group.pages.isEmpty, group.isRead { findings.append(Finding(EmptyGroup.info, at: group.path, id: group.id, "It holds no page.")) }
            for page in group.pages {
                guard let node = page.node, let reference = page.reference else { continue }
                func add(_ rule: RuleInfo, _ message: String) {
                    findings.append(Finding(rule, at: group.path.appending(page.name), id: node.id, message))
                }
                if let made = node.details?.other[PaperField.pageFile]?["size"]?.integer, made != page.evidence.size { add(EditedPage.info, "It is not the file that was made from its bundle.") }
                let bundleID = model.resolve(reference.bundle)
                var title: String { model.nodes[bundleID]?.place?.name.escaped ?? "\(reference.bundle)" }
                if let place = standing[bundleID] {
                    guard let pages = display(of: bundleID)?.pages, place.files[displayName] != nil, reference.number > pages else { continue }
                    add(PageOutOfRange.info, "It shows page \(reference.number) of “\(title)”, which has \(Project.pages(pages)).")
                } else if let path = model.path(of: bundleID), (try? root.openDirectory(at: path)) != nil {
                    // It stands where it does not belong, which is another rule's.
                    continue
                } else if let file = display(of: bundleID), copies.contains(file.hash), let path = model.path(of: bundleID) {
                    lost[bundleID, default: (path, 0)].pages += 1
                } else {
                    add(DanglingBundle.info, "It shows page \(reference.number) of “\(title)”, a bundle that is not there.")
                }
            }
        }
        for (id, item) in lost {
            let pages = item.pages == 1 ? "1 page was" : "\(item.pages) pages were"
            findings.append(Finding(BundleInUse.info, at: item.path, id: id, "\(pages) made from this bundle, which is not there; its protected copy is."))
        }
        return findings
    }

    // MARK: Protected copies

    /// Looks at names and sizes alone.
    private func checkCopies(_ needs: [ContentHash: PaperNeeds.Need]) throws(ShedError) -> [Finding] {
        guard !needs.isEmpty else { return [] }
        let store = try existingStore()
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
