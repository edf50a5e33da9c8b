import ShedDisk
import ShedModel
import ShedPapers
import ShedProject
import ShedRules

extension PapersCheck {
    /// What is wrong with page groups and pages, and with the bundles that they show and that are not there.
    func pageFindings() throws(ShedError) -> [Finding] {
        var findings: [Finding] = []
        let isSettled = try reasonNotToSettle() == nil
        var shown = ShownBundles(model, places, copies: Set((try? existingProtectedStore()?.hashes()) ?? []), root)
        for group in places.groups {
            if group.pages.isEmpty, group.isRead { findings.append(Finding(EmptyGroup.info, at: group.path, id: group.id, "It holds no page.")) }
            for page in group.pages {
                guard let node = page.node, let reference = page.reference else { continue }
                let path = group.path.appending(page.name)
                let complaint = shown.complaint(about: reference)
                if let made = node.details?.other[PaperField.pageFile]?["size"]?.integer, made != page.evidence.size {
                    let message = complaint == nil && isSettled ? EditedPage.messageOfWaiting : EditedPage.message
                    findings.append(Finding(EditedPage.info, at: path, id: node.id, message))
                }
                if let (rule, message) = complaint { findings.append(Finding(rule, at: path, id: node.id, message)) }
            }
        }
        return findings + shown.lostBundles
    }
}

/// What pages show, held against the bundles that a scan has found.
private struct ShownBundles {
    private struct Loss {
        var path: RelativePath
        /// How many show a page of it.
        var pages = 0
    }

    private let model: Model
    private let standing: [NodeID: StandingPapers.Bundle]
    /// The contents of which there are protected copies.
    private let copies: Set<ContentHash>
    private let root: DirectoryHandle
    /// What is known of display variants: many pages show pages of one bundle.
    private var displays: [NodeID: BundleFile?] = [:]
    /// Bundles that are not there, and whose copies are.
    private var lost: [NodeID: Loss] = [:]

    init(_ model: Model, _ places: StandingPapers, copies: Set<ContentHash>, _ root: DirectoryHandle) {
        self.model = model
        self.copies = copies
        self.root = root
        standing = Dictionary(places.bundles.compactMap { bundle in bundle.id.map { ($0, bundle) } }, uniquingKeysWith: { first, _ in first })
    }

    /// What is wrong with a page that shows this; `nil`: nothing, or it is said of the bundle.
    mutating func complaint(about reference: PageReference) -> (rule: RuleInfo, message: String)? {
        let bundle = model.resolve(reference.bundle)
        var title: String { model.nodes[bundle]?.place?.name.escaped ?? "\(reference.bundle)" }
        if let place = standing[bundle] {
            guard let pages = display(of: bundle)?.pages, place.files[Name(PDFVariant.display.fileName)] != nil, reference.number > pages else { return nil }
            return (PageOutOfRange.info, "It shows page \(reference.number) of “\(title)”, which has \(PapersCheck.pages(pages)).")
        }
        // One that stands where it does not belong is another rule's.
        if let path = model.path(of: bundle), (try? root.openDirectory(at: path)) != nil { return nil }
        if let file = display(of: bundle), copies.contains(file.hash), let path = model.path(of: bundle) {
            lost[bundle, default: Loss(path: path)].pages += 1
            return nil
        }
        return (DanglingBundle.info, "It shows page \(reference.number) of “\(title)”, a bundle that is not there.")
    }

    private mutating func display(of bundle: NodeID) -> BundleFile? {
        if let known = displays[bundle] { return known }
        let file = model.nodes[bundle]?.bundleFile(.display)
        displays[bundle] = .some(file)
        return file
    }

    /// That bundles are not there which could be put back.
    var lostBundles: [Finding] {
        lost.map { id, loss in
            let pages = loss.pages == 1 ? "1 page was" : "\(loss.pages) pages were"
            return Finding(BundleInUse.info, at: loss.path, id: id, "\(pages) made from this bundle, which is not there; its protected copy is.")
        }
    }
}
