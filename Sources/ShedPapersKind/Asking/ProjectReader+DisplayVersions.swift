import ShedDisk
import ShedModel
import ShedPapers
import ShedProject
import ShedSidecar

extension ProjectReader {
    /// The display variants of a bundle that pages showed, wherever those pages are now, and the one that it has; oldest first.
    public func displayVersions(of bundle: PapersView.Bundle, in view: PapersView) throws(ShedError) -> [DisplayVersion] {
        let model = view.model
        var shown: [ContentHash: Showings] = [:]
        for id in bundle.users {
            guard let node = model.nodes[id] else { continue }
            func note(_ source: ContentHash?, _ reference: PageReference?, _ time: Int64?) {
                guard let source, let reference, model.resolve(reference.bundle) == bundle.id else { return }
                shown[source, default: Showings()].note(id, reference.number, time)
            }
            for version in node.pageVersions { note(version.source, version.reference, version.time) }
            note(node.pageFile?.source, node.pageReference, nil)
        }
        let store = try existingProtectedStore()
        var kept = Set((try? store?.hashes()) ?? [])
        // What an earlier shed showed and no version names.
        if !kept.subtracting(NeededContents(model) { _ in false }.all).isEmpty {
            for showing in try earlierShowings() {
                guard let page = model.nodes[showing.page], page.details?.forgotten == nil, let reference = showing.reference,
                    home.file.meanings(of: reference.bundle).contains(where: { model.resolve($0) == bundle.id })
                else { continue }
                shown[showing.source, default: Showings()].note(page.id, reference.number, showing.time)
            }
        }
        let current = bundle.files[.display]
        if let current {
            shown[current.hash, default: Showings()].isCurrent = true
            kept.insert(current.hash)
        }
        let sorted = shown.sorted { ($0.value.order, $0.key.description) < ($1.value.order, $1.key.description) }
        return sorted.enumerated().map { position, item in
            let (hash, showings) = item
            let copy = try? store?.directory.evidence(of: Name(hash.description))
            let pages = showings.pages.map { (id: $0, path: model.path(of: $0) ?? .root) }
            return DisplayVersion(
                number: position + 1, hash: hash, since: showings.since, size: hash == current?.hash ? current?.size : copy?.size,
                isCurrent: hash == current?.hash, isKept: kept.contains(hash), numbers: showings.numbers.sorted(),
                pages: pages.sorted { $0.path != $1.path ? $0.path < $1.path : $0.id < $1.id })
        }
    }

    /// All that the sidecar ever said that pages show. Reads all of it: only versions that shed makes since it names each display
    /// variant in them tell that without.
    /// - Throws: where the sidecar cannot be listed; a batch or base that cannot be read says nothing.
    func earlierShowings() throws(ShedError) -> [EarlierShowing] {
        let model = try load().model
        var found: [EarlierShowing] = []
        func note(_ operations: [StampedOperation]) {
            for stamped in operations {
                guard let shown = ShownPage(stamped.operation) else { continue }
                // A copy of a project has its original's batches, in which its nodes have other IDs.
                let page = home.file.meanings(of: shown.page).lazy.map(model.resolve).first { model.nodes[$0] != nil }
                found.append(
                    EarlierShowing(page: page ?? shown.page, reference: shown.reference, source: shown.source, time: stamped.at.milliseconds))
            }
        }
        let listing: SidecarListing
        do throws(SidecarError) { listing = try home.sidecar.listing() } catch { throw ShedError(error) }
        for file in listing.batches {
            if case .success(let batch) = home.sidecar.read(file, of: home.file) { note(batch.operations) }
        }
        for file in listing.bases {
            if case .success(let base) = home.sidecar.readBase(file, of: home.file) { note(base.operations.map(\.operation)) }
        }
        return found
    }
}

/// That a page was said to show a display variant.
struct EarlierShowing {
    var page: NodeID
    var reference: PageReference?
    var source: ContentHash
    /// Milliseconds since 1970.
    var time: Int64
}

/// Who showed a display variant, and since when.
private struct Showings {
    var pages: Set<NodeID> = []
    var numbers: Set<Int> = []
    var since: Int64?
    var isCurrent = false

    /// What no page shows yet comes last.
    var order: Int64 { since ?? .max }

    mutating func note(_ page: NodeID, _ number: Int, _ time: Int64?) {
        pages.insert(page)
        numbers.insert(number)
        if let time { since = min(since ?? time, time) }
    }
}
