import ShedDisk
import ShedModel
import ShedProject
import ShedWriting

/// Brings the links of a view in line with a state of the project.
struct LinkKeeper {
    private let view: any LinkView
    private let state: ProjectState
    /// Whether a link that vanished stays away: it may be somebody's doing, and what follows from it is not decided yet.
    var leavesVanished = false
    /// Whether one has, and stayed away.
    private(set) var hasVanished = false
    /// What is done before the first link that was seen is taken away or made again, if anything; where it fails, none is.
    var willChange: (() -> Bool)?
    private var mayChangeLinks: Bool?
    /// Links that stand as they were seen, or lead there by another name.
    private var standing: Set<NodeID> = []
    /// Files that stand in place of links and are nodes, so that what becomes of them is still to be decided, by their names.
    var strangers: [Name: NodeID] = [:]
    /// Whether the book names any of them.
    private(set) var hasStrangers = false
    private var folder: LinkFolder
    var book: LinkBook
    /// Whether the book is another than it was, its beginning apart.
    private(set) var hasChangedBook: Bool
    /// Whether a link could not be made or taken away, so that it is to be tried again.
    var hasFailed: Bool { hasFailedItself || folder.hasFailed }
    private var hasFailedItself = false
    /// By how much the digest of the view's folder has changed by what was done.
    var digestChange: UInt64 { folder.change }

    init(_ view: any LinkView, _ state: ProjectState, _ book: LinkBook?) {
        self.view = view
        self.state = state
        folder = LinkFolder(view.handle)
        self.book = book ?? LinkBook()
        hasChangedBook = book == nil
        if let own = try? view.handle.ownEvidence(), book?.summary.settled?.isSame(as: own) == true { folder.take(own) }
    }

    /// Writes down which state of the folder it is in which all that is in it is known, if it is. What was done is done.
    mutating func settle() {
        book.summary.stamp = nil
        guard let known = folder.known, !hasFailed, let own = view.handle.settledEvidence(), own.identity == known.identity,
            own.changed == known.changed
        else { return }
        book.summary.stamp = LinkBook.Summary.Stamp(birth: own.birth, changed: own.changed)
    }

    private func target(_ id: NodeID) -> LinkNames.Target? { view.target(id, in: state) }

    private func sight(_ id: NodeID) -> LinkBook.Seen? { state.memory.seen[id].map { LinkBook.Seen($0.evidence) } }

    // MARK: Single nodes

    /// Brings the links of nodes in line, and of those that have to be told apart from them.
    /// - Returns: `false` where all have to be looked at. Nothing was done then.
    mutating func follow(_ touched: Set<NodeID>) -> Bool {
        let known = book.records(of: touched)
        var now: [NodeID: LinkNames.Target] = [:]
        var keys: Set<UInt64> = []
        for id in touched {
            if state.model.nodes[id]?.type.isDirectory == true {
                guard standsAsKnown(id, besides: touched) else { return false }
                continue
            }
            now[id] = target(id)
            let old = known[id]
            if let old, let target = now[id], view.text(to: target.path) == old.text { continue }
            for name in [now[id]?.name, old.flatMap { LinkText.target(of: $0.text)?.last }] {
                guard let name else { continue }
                keys.insert(LinkNames.key(of: name))
                if let origin = LinkNames.origin(of: name) { keys.insert(LinkNames.key(of: origin)) }
            }
        }
        guard let wanted = wanted(of: keys, touched, now) else { return false }
        let resighted = known.values.filter { now[$0.id] != nil && wanted[$0.id] == nil }
        apply(wanted, gone: Set(known.keys.filter { now[$0] == nil }), sightingAnew: resighted, touched)
        return true
    }

    /// Of more files than these, whose names are one to people, each would cost a pass through the book.
    private static let mostOfOneName = 64

    /// The links of whole groups of names; `nil` where too many have one name.
    private func wanted(of keys: Set<UInt64>, _ touched: Set<NodeID>, _ now: [NodeID: LinkNames.Target]) -> [NodeID: LinkBook.Record]? {
        guard !keys.isEmpty else { return [:] }
        var groups: [UInt64: [LinkNames.Target]] = [:]
        let own = Set(now.values.map { LinkNames.key(of: $0.name) })
        let members = Set(book.ids(ofKeys: keys)).union(now.keys)
        for id in members {
            guard let target = now[id] ?? target(id), case let key = LinkNames.key(of: target.name), keys.contains(key) else { continue }
            groups[key, default: []].append(target)
        }
        guard groups.values.reduce(0, { $0 + $1.count - 1 }) <= LinkKeeper.mostOfOneName else { return nil }
        var wanted: [NodeID: LinkBook.Record] = [:]
        for (key, group) in groups {
            let names = LinkNames.names(of: group, isTaken: view.isTaken) { name in
                let key = LinkNames.key(of: name)
                return own.contains(key) || book.hasKey(key, besides: touched)
            }
            for target in group { wanted[target.id] = view.record(of: target, key, names[target.id]) }
        }
        return wanted
    }

    /// Whether the files in a folder are linked to as where they are: the first of them tells for all, those apart that are looked at
    /// themselves.
    private func standsAsKnown(_ folder: NodeID, besides touched: Set<NodeID>) -> Bool {
        var open = [folder]
        var steps = 0
        while let id = open.popLast() {
            for child in state.model.presentChildren(of: id) {
                steps += 1
                guard steps < 1_000 else { return false }
                guard let node = state.model.nodes[child] else { continue }
                if node.type.isDirectory {
                    open.append(child)
                } else if state.memory.isPresent(child), !touched.contains(child) {
                    return book.records(of: [child])[child]?.text == target(child).flatMap { view.text(to: $0.path) }
                }
            }
        }
        return true
    }

    /// - Parameters:
    ///   - gone: what has no link any more.
    ///   - resighted: links that are as they were, of files that may have changed.
    private mutating func apply(_ wanted: [NodeID: LinkBook.Record], gone: Set<NodeID>, sightingAnew resighted: [LinkBook.Record], _ touched: Set<NodeID>) {
        let known = book.records(of: gone.union(wanted.keys))
        var records: [LinkBook.Record] = []
        var stuck: Set<NodeID> = []
        for (id, old) in known {
            guard let name = old.name, gone.contains(id) || wanted[id]?.name != name || wanted[id]?.text != old.text else { continue }
            // As long as the book has it, nobody takes it for a person's.
            if !folder.takeAway(name, old.text), view.handle.mayHold(link: name, old.text) { stuck.insert(id) }
        }
        for id in wanted.keys.sorted() {
            guard let link = wanted[id], !stuck.contains(id) else { continue }
            let old = known[id]
            if let old, old.name == link.name, old.text == link.text, old.seen != nil, !touched.contains(id) { continue }
            records.append(made(link, old))
        }
        for old in resighted where old.name != nil {
            let record = made(old, old)
            if record != old { records.append(record) }
        }
        let removed = gone.intersection(known.keys).subtracting(stuck)
        if !records.isEmpty || !removed.isEmpty {
            book.replace(records, removing: removed)
            hasChangedBook = true
        }
        book.summary.digest &+= folder.change
        book.summary.isUnable = book.summary.isUnable && records.isEmpty
    }

    /// Makes a link where it does not stand.
    /// - Returns: what is to be known of it. Where something stands in its place, what its file was like when it was last seen.
    private mutating func made(_ link: LinkBook.Record, _ old: LinkBook.Record?) -> LinkBook.Record {
        guard let name = link.name else { return link }
        var link = link
        let isSame = old?.name == link.name && old?.text == link.text
        link.seen = isSame ? old?.seen : nil
        // Where a file went while that waits to be judged here, the device that knows took the link away. It is not made again to lead nowhere.
        if link.seen != nil, let target = view.target(of: link.text), (try? view.handle.kind(of: name)) == nil, view.file(at: target) == nil {
            fail()
            return link
        }
        switch folder.make(name, link.text) {
        case .made, .standing: link.seen = sight(link.id)
        case .taken: break
        // What shed itself could not make was not taken out by anybody.
        case .unable: (link.seen, book.summary.isUnable, hasFailedItself) = (nil, true, true)
        case .failed: (link.seen, hasFailedItself) = (nil, true)
        }
        return link
    }

    /// Says that something could not be done, and is to be tried again.
    mutating func fail() { hasFailedItself = true }

    private mutating func mayChange() -> Bool {
        let may = mayChangeLinks ?? willChange?() ?? true
        mayChangeLinks = may
        if !may { fail() }
        return may
    }

    // MARK: All of them

    /// Compares all links with the disk.
    mutating func followAll() {
        Interruption.point("links-compared")
        let old = Dictionary(book.records.lazy.filter { !$0.isStranger }.map { ($0.id, $0) }) { $1 }
        var links = view.links(to: view.targets(in: state), known: old)
        let digest = state.digests[view.id]?.value ?? 0
        let before = view.handle.settledEvidence()
        guard let entries = view.entries() else { return fail() }
        folder.take((try? view.handle.ownEvidence())?.changed == before?.changed ? before : nil)
        var byName: [Name: NodeID] = [:]
        for (id, link) in links { if let name = link.name { byName[name] = id } }
        let formerly = Dictionary(old.values.compactMap { record in record.name.map { ($0, record) } }) { $1 }
        let leads = leavesVanished ? Dictionary(old.values.map { ($0.text, $0.id) }) { $1 } : [:]
        var taken: Set<Name> = []
        var left: [LinkBook.Record] = []
        (book.summary.hasOthers, book.summary.isMixed) = (false, false)
        for entry in entries {
            if let former = LinkFolder.former(entry.name) {
                folder.take(nil)
                if let name = bringBack(entry.name, entry.kind, former) { taken.insert(name) }
            } else if entry.kind == .link, let text = try? view.handle.readLink(entry.name) {
                if let id = leads[text] { standing.insert(id) }
                if let id = byName[entry.name], links[id]?.text == text {
                    links[id]?.seen = sight(id)
                } else if let target = view.target(of: text), leadsToWaiting(target), formerly[entry.name]?.text != text {
                    // Another device's, which knows the file already. Were it taken away here, that device would make it again, without end.
                    taken.insert(entry.name)
                    book.summary.hasOthers = true
                    fail()
                } else if (book.summary.isMoved || view.target(of: text) == nil) && formerly[entry.name]?.text != text || !(mayChange() && folder.takeAway(entry.name, text)) {
                    // Somebody else's, who pointed it elsewhere.
                    taken.insert(entry.name)
                    book.summary.hasOthers = true
                    // Or shed's own, in a folder that may not be written to. As long as the book has it, nobody takes it for a person's.
                    if let own = formerly[entry.name], own.text == text {
                        fail()
                        left.append(own)
                    }
                }
            } else {
                taken.insert(entry.name)
                // What begins with a dot is nothing to shed, but that which makes a folder a project.
                if !entry.name.isHidden || entry.name == LinkKeeper.sidecar { book.summary.isMixed = true }
            }
        }
        // Until it is gone the new one waits, unless that stands already.
        for own in left where links[own.id]?.seen == nil { links[own.id] = own }
        makeMissing(&links, old, taken)
        finish(links, old, digest)
    }

    /// Whether a path is that of something that waits for another device's word, and stands there; or of something in it.
    private func leadsToWaiting(_ path: RelativePath) -> Bool {
        let unsettled = state.memory.unsettled
        guard !unsettled.pending.isEmpty || !unsettled.waitingMoves.isEmpty else { return false }
        let waits = (1...max(1, path.names.count)).contains { count in
            let part = RelativePath(Array(path.names.prefix(count)))
            return unsettled.pending[part] != nil || unsettled.waitingMoves[part] != nil
        }
        return waits && view.file(at: path) != nil
    }

    private static let sidecar: Name = ".shed"

    private mutating func makeMissing(_ links: inout [NodeID: LinkBook.Record], _ old: [NodeID: LinkBook.Record], _ taken: Set<Name>) {
        // A link that stands under another name was not taken out, nor one in whose place something else stands.
        let vanished = leavesVanished ? old.filter { id, record in
            record.seen != nil && !standing.contains(id) && record.name.map(taken.contains) != true
        } : [:]
        book.summary.isUnable = false
        for id in links.keys.sorted() {
            guard !book.summary.isUnable, let link = links[id], let name = link.name, link.seen == nil else { continue }
            if taken.contains(name) {
                let isSame = old[id]?.name == link.name && old[id]?.text == link.text
                links[id]?.seen = isSame ? old[id]?.seen : nil
            } else if let gone = vanished[id] {
                links[id]?.seen = gone.seen
                hasVanished = true
            } else if old[id]?.seen == nil || mayChange() {
                links[id] = made(link, old[id])
            }
        }
    }

    private mutating func finish(_ links: [NodeID: LinkBook.Record], _ old: [NodeID: LinkBook.Record], _ digest: UInt64) {
        let names = strangers.isEmpty ? [] : Set(links.values.compactMap(\.name))
        // Where its link went first, nobody has been told of such a file yet.
        let known = strangers.isEmpty ? [] : Set(book.records.lazy.filter(\.isStranger).map(\.id))
        let undecided = strangers.filter { (names.contains($0.key) || known.contains($0.value)) && (try? view.handle.kind(of: $0.key)) == .file }
        let strange = undecided.map { LinkBook.Record(stranger: $0.value, $0.key) }
        hasStrangers = !strange.isEmpty
        // What is still to be decided, or told, is looked at again.
        book.summary.digest = hasVanished || !strange.isEmpty ? 0 : digest &+ folder.change
        guard links != old || Set(strange) != Set(book.records.filter(\.isStranger)) else { return }
        var anew = LinkBook()
        anew.summary = book.summary
        anew.replace(links.keys.sorted().compactMap { links[$0] } + strange.sorted { $0.id < $1.id })
        book = anew
        hasChangedBook = true
    }

    /// What was set aside when something interrupted shed: a link goes; a file, which may be a person's, gets a name that it is seen by.
    /// - Returns: that name; `nil` where nothing came back.
    private mutating func bringBack(_ name: Name, _ kind: EntryKind, _ former: Name) -> Name? {
        guard kind != .link else {
            if (try? view.handle.removeFile(name)) == nil { fail() }
            return nil
        }
        // Another copy of it is in its place.
        if let text = try? view.handle.readLink(former), let target = view.target(of: text).flatMap(view.file), let file = StandingFile(view.handle, name),
            file.isEqual(to: target)
        {
            if (try? view.handle.removeFile(name)) == nil { fail() }
            return nil
        }
        // The last are such as nobody has taken, whatever names somebody has filled the folder with.
        let free = [former] + ((2...99) + (0..<8).map { _ in Int.random(in: 100...999_999_999) }).map { former.numbered($0, keepsSuffix: true) }
        // Nothing is replaced.
        for free in free where (try? view.handle.rename(name, to: view.handle, as: free, expecting: nil)) != nil { return free }
        fail()
        return nil
    }
}
