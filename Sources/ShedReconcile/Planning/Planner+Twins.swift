import ShedModel

/// An ID that was made for what turns out to be a known node: by another device for what was brought to it, or here for a file that a program
/// made to save another with.
public struct Twin: Hashable, Sendable {
    /// The ID that was made.
    public var made: NodeID
    /// The node that was seen here.
    public var known: NodeID

    /// What the batches are asked of the two.
    public enum Question: Hashable, Sendable, CaseIterable {
        /// Whether they were made side by side: by batches of which neither knew the other.
        case made
        /// Whether the one was made beside the last batch by which the other came to its place, it or a folder that it is in.
        case put
        /// Whether the one was never put elsewhere than where it was made, and that not by the device that put the other where it is.
        case madeByAnother
        /// Whether the device that made the one had said, then or before, that the other is gone.
        case insteadOf
        /// Whether both were put side by side to where they are: by batches of which neither knew the other.
        case placed
    }

    public var question: Question = .made

    /// Where it stands by the batches, if what tells that both are one is not where it stands.
    var place: RelativePath?

    public init(made: NodeID, known: NodeID) { (self.made, self.known) = (made, known) }

    init(made: NodeID, known: NodeID, place: RelativePath) { (self.made, self.known, self.place) = (made, known, place) }

    /// What tells that both are one: that they were made side by side, or the one beside what put the other to its place.
    var questions: [Twin] {
        [self, asking(.put)]
    }

    func asking(_ question: Question) -> Twin {
        var twin = self
        twin.question = question
        return twin
    }
}

extension Answers {
    /// Whether who made the one did not know of the other, or not that it had been put where it was.
    func areOne(_ twin: Twin) -> Bool { twin.questions.contains(where: twins.contains) }
}

extension Planner {
    /// Takes note of who a known node is besides, where it comes to a place that the batches give to another, which was never seen here: the
    /// file was moved here and came to another device, which made an ID for it, and that device's batch came before anybody looked here. What is
    /// in a folder likewise. Every fold joins two that were put to one path side by side; here the one who moved knew of the other's ID, so only
    /// who saw the file come says that both are one.
    private static let mostTwins = 8

    mutating func noteTwins(of id: NodeID, _ index: Int, at place: Place) {
        guard situation.disk.incomplete.isEmpty, situation.memory.seen[id] != nil else { return }
        let there = ([place.parent] + foldersGivingWay(to: place.parent)).flatMap { model.children(of: $0, named: place.name) }
        let others = there.filter { !binder.isBound($0) && canBeTwin($0, of: id) && !holdsOtherwise($0, than: id, index) }
        // Of several that could be it none is, unless each of them was made here, for the file that this is.
        guard others.count == 1 || model.nodes[id]?.type.isDirectory == false && others.count <= Planner.mostTwins && others.allSatisfy({ wasMadeWhereItStands($0) })
        else { return }
        var open = others.map { (made: $0, known: id, entry: index, isSure: true) }
        while let (made, known, entry, isSure) = open.popLast() {
            // What is in it is asked for at once.
            let isTwin = wasMadeWhereItStands(made) && isSure
            if isTwin { twins.append(Twin(made: made, known: known)) }
            let directory = Int(snapshot.entries[entry].directory)
            guard directory >= 0 else { continue }
            for inner in model.children(of: made).sorted() {
                guard let name = model.nodes[inner]?.place?.name, let entry = snapshot.entry(named: name, in: directory), let known = binder.node[entry],
                    situation.memory.isPresent(known), !binder.isBound(inner), canBeTwin(inner, of: known)
                else { continue }
                open.append((inner, known, entry, isTwin))
            }
        }
    }

    /// Where it comes to may be no place for it: another device has made an ID for it there all the same.
    mutating func noteTwins(ofRefused arrival: Arrival) {
        guard let id = binder.node[arrival.entry], binder.immigrants[arrival.entry] == nil, let folder = binder.folder[arrival.directory], let name = arrival.path.last
        else { return }
        noteTwins(of: id, arrival.entry, at: Place(parent: folder, name: name))
    }

    /// Takes note of what has vanished here and stands, with the same content, where the batches have what another device made: it came there
    /// before its batch, and was moved before anybody looked. Whether the two were made side by side is asked for first: who knew of
    /// the one and made the other has made a copy.
    mutating func noteTwinsOfVanished() {
        guard situation.disk.incomplete.isEmpty, situation.disk.isReplicaActive || situation.disk.hasCarrier else { return }
        noteTwinsByFile()
        guard !vanished.isEmpty else { return }
        noteTwinsRefused()
        noteTwinsByPath()
        let asked = noteTwinsByContent()
        plan.wants.twins.formUnion(asked)
        noteTwinsOfVanishedFolders(besides: asked)
        twins.sort { $0.made < $1.made }
    }

    /// The folders that the batches have at a folder's place, and that give way to it: what was put into them stands in it.
    private func foldersGivingWay(to folder: NodeID) -> [NodeID] {
        guard !model.outplaced.isEmpty, !model.outplaced.contains(folder), let place = model.nodes[folder]?.place else { return [] }
        return binder.claimants(of: place).filter { $0 != folder && model.outplaced.contains($0) }
    }

    /// Whether what is said of an ID that another device made is neither what a file holds nor what it held: then it was made for another file.
    private func holdsOtherwise(_ made: NodeID, than known: NodeID, _ index: Int) -> Bool {
        guard snapshot.entries[index].kind == .file, let said = situation.hints[made], said.size >= Binder.tellingSize else { return false }
        let (evidence, seen) = (snapshot.entries[index].evidence, situation.memory.seen[known])
        if let seen, seen.evidence.size == said.size, seen.hash == said.hash { return false }
        if evidence.size != said.size { return true }
        let isAsSeen = seen?.evidence.identity == evidence.identity && seen?.evidence.modified == evidence.modified && seen?.evidence.size == evidence.size
        guard let hash = situation.answers.hashes[index] ?? (isAsSeen ? seen?.hash : nil) else { return false }
        return hash != said.hash
    }

    func canBeTwin(_ made: NodeID, of known: NodeID) -> Bool {
        guard made != known, situation.memory.seen[made] == nil, let one = model.nodes[made], let other = model.nodes[known],
            one.type == other.type || one.type == planned[known]?.type
        else { return false }
        return one.role == nil && one.details?.forgotten == nil && one.details?.rejection == nil && one.details?.content == nil
    }

    /// Whether a node was never put anywhere but where it stands: else it is a document of its own. That is asked for first.
    mutating func wasMadeWhereItStands(_ id: NodeID) -> Bool {
        if situation.answers.neverMoved.contains(id) { return true }
        plan.wants.moved.insert(id)
        return false
    }
}

extension Twin {
    /// What joins the two for good, with all names of the made one: what the folds join by themselves hangs on where they stand.
    /// - Parameter given: the fields of the known one that the plan sets anyway.
    func operations(_ model: Model, given: Set<String>) -> [Operation] {
        let (one, other) = (model.nodes[made]?.details ?? NodeDetails(), model.nodes[known]?.details ?? NodeDetails())
        var fields = one.labels.additions(to: other.labels)
        // What was said of how it came is explained; the rest goes along, as in every fold.
        if one.unexplained != nil { fields.append(.unexplained(nil)) }
        if one.origin != nil { fields.append(.origin(other.origin)) }
        if let rejection = one.rejection, other.rejection == nil { fields.append(.rejection(rejection)) }
        if one.exception { fields.append(.exception(true)) }
        if let note = one.note, other.note == nil { fields.append(.note(note)) }
        if let order = one.order, other.order == nil { fields.append(.order(order)) }
        for (name, value) in one.other.sorted(by: { $0.key < $1.key }) where other.other[name] == nil { fields.append(.other(name, value.value)) }
        fields.removeAll { given.contains($0.name) }
        // What the folds find to be another name of the made one by where that stands is so for good. Of the other names of the known one nothing
        // is said: where two devices each said that the one is the other, what was said last has no force, and would have, were the first said anew.
        let names = model.names(of: made)
        return (fields.isEmpty ? [] : [Operation(known, fields)]) + names.sorted().map { Operation($0, [.alias(known)]) }
    }
}
