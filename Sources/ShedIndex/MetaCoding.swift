import ShedModel

/// How many nodes the index holds, so that a lost row is noticed.
struct Totals: Hashable {
    var folders = 0
    var files = 0
}

extension ByteWriter {
    /// Writes one key's value. What has no order is sorted, so that equal values are equal bytes.
    mutating func meta(_ key: MetaKey, of meta: IndexMeta) {
        switch key {
        case .generation, .totals: break
        case .project: id(meta.project)
        case .clock: fixed(meta.clock)
        case .heads: texts(meta.fold.heads)
        case .fold:
            fixed(meta.fold.sequence)
            byte(meta.fold.hasOtherReplicas ? 1 : 0)
            count(meta.fold.unknownOperations)
        case .foldRules:
            fixed(meta.fold.rules)
            texts(meta.fold.heads)
        case .lastOfOthers: signed(meta.fold.lastOfOthers ?? -1)
        case .future:
            list(meta.fold.future) { field, writer in
                writer.id(field.id)
                writer.text(field.field)
                writer.fixed(field.stamp.time)
                writer.fixed(field.stamp.replica.rawValue)
            }
        case .doubled:
            list(meta.fold.doubled) { pair, writer in
                writer.id(pair.older)
                writer.id(pair.younger)
            }
        case .outplaced: list(Array(meta.fold.outplaced.sorted().prefix(IndexMeta.mostWaiting))) { id, writer in writer.id(id) }
        case .hints: hints(meta.fold.hints)
        case .gaps: gaps(meta.fold.gaps)
        case .standing: list(meta.fold.standing.folders) { folder, writer in writer.listed(folder) }
        case .standingNames: told(of: meta.fold.standing.folders, \.names)
        case .standingCounts: told(of: meta.fold.standing.folders) { UInt64(clamping: $0.count) }
        case .unkept: unkept(meta.fold)
        case .forks: forks(meta.fold)
        case .pending: times(meta.unsettled.pending)
        case .refused: times(meta.unsettled.refused)
        case .rejections: rejections(meta.unsettled.rejections)
        case .incomingMoves: moves(meta.unsettled.incomingMoves)
        case .waitingMoves: moves(meta.unsettled.waitingMoves)
        case .incomingNodes: list(Array(meta.unsettled.incomingNodes.sorted().prefix(IndexMeta.mostWaiting))) { id, writer in writer.id(id) }
        case .aliases: aliases(meta.aliases)
        case .intents: intents(meta.intents)
        case .labels: list(meta.labels ?? []) { record, writer in writer.label(record) }
        case .dated: byte(meta.isDated ? 1 : 0)
        case .leftover: byte(meta.leftover?.rawValue ?? 0)
        case .pairs:
            list(meta.pairs) { pair, writer in
                writer.id(pair.missing)
                writer.id(pair.present)
                writer.byte(UInt8(clamping: pair.likeness ?? Int(UInt8.max)))
            }
        case .told: told(meta.told)
        case .kindData:
            list(meta.kindData.sorted { $0.key < $1.key }) { item, writer in
                writer.text(item.key)
                writer.text(item.value)
            }
        }
    }

    private mutating func unkept(_ fold: FoldSummary) {
        fixed(fold.standing.digest)
        text(fold.unkept.fold)
        list(fold.unkept.paths) { path, writer in writer.path(path) }
    }

    private mutating func aliases(_ aliases: [NodeID: NodeID]) {
        list(aliases.sorted { $0.key < $1.key }) { item, writer in
            writer.id(item.key)
            writer.id(item.value)
        }
    }

    private mutating func hints(_ hints: [NodeID: FileContent]) {
        list(Array(hints.sorted { $0.key < $1.key }.suffix(SeenContent.mostRemembered))) { item, writer in
            writer.id(item.key)
            writer.signed(item.value.size)
            writer.text(item.value.hash.bytes)
        }
    }

    private mutating func times(_ times: [RelativePath: Int64]) {
        list(times.sorted { $0.key < $1.key }) { item, writer in
            writer.path(item.key)
            writer.signed(item.value)
        }
    }

    mutating func told(_ told: [NodeID: ToldChange]) {
        list(Array(told.sorted { $0.key < $1.key }.prefix(IndexMeta.mostWaiting))) { item, writer in
            writer.id(item.key)
            writer.byte(item.value.isGone ? 1 : 0)
            writer.fixed(item.value.place)
            writer.fixed(item.value.content)
        }
    }

    mutating func intents(_ intents: [Intent]) {
        list(intents) { intent, writer in
            writer.id(intent.node)
            writer.path(intent.from)
            writer.path(intent.to)
            writer.identity(intent.identity)
            writer.text(intent.operation)
        }
    }

    private mutating func moves(_ moves: [NodeID: IncomingMove]) {
        list(moves.sorted { $0.key < $1.key }) { item, writer in
            writer.id(item.key)
            writer.id(item.value.place.parent)
            writer.text(item.value.place.name.bytes)
            writer.identity(item.value.identity)
            writer.signed(item.value.since)
        }
    }

    private mutating func moves(_ moves: [RelativePath: WaitingMove]) {
        list(Array(moves.sorted { $0.key < $1.key }.prefix(IndexMeta.mostWaiting))) { item, writer in
            writer.path(item.key)
            writer.id(item.value.node)
            writer.byte(item.value.isSameFile ? 1 : 0)
        }
    }

    private mutating func list<Item>(_ items: [Item], _ body: (Item, inout ByteWriter) -> Void) {
        count(items.count)
        for item in items { body(item, &self) }
    }

    private mutating func texts(_ items: [[UInt8]]) { list(items) { $1.text($0) } }

    private mutating func forks(_ fold: FoldSummary) {
        byte(fold.sharedReplica == nil ? 0 : 1)
        fixed(fold.sharedReplica?.rawValue ?? 0)
        list(fold.forks) { fork, writer in
            writer.fixed(fork.replica.rawValue)
            writer.fixed(fork.sequence)
            writer.texts(fork.batches)
        }
    }

    private mutating func gaps(_ gaps: SidecarGaps) {
        list(gaps.reasons) { $1.text($0) }
        byte(gaps.namesBatches ? 1 : 0)
        texts(gaps.absentParents)
        texts(gaps.missingBatches)
        list(gaps.waived) { $1.text($0) }
    }

    private mutating func identity(_ identity: FileIdentity) {
        fixed(identity.device)
        fixed(identity.inode)
        fixed(identity.birth)
    }
}

extension ByteReader {
    private mutating func times() throws(Malformed) -> [RelativePath: Int64] {
        var times: [RelativePath: Int64] = [:]
        for _ in 0..<(try count()) {
            let path = try path()
            times[path] = try time()
        }
        return times
    }

    mutating func meta(_ key: MetaKey, into meta: inout IndexMeta) throws(Malformed) {
        switch key {
        case .generation, .totals, .foldRules, .standingNames, .standingCounts: break
        case .project: meta.project = try id()
        case .clock: meta.clock = try fixed()
        case .heads: meta.fold.heads = try list { reader throws(Malformed) in try reader.data() }
        case .fold:
            meta.fold.sequence = try fixed()
            meta.fold.hasOtherReplicas = try flag()
            meta.fold.unknownOperations = try number()
        case .lastOfOthers:
            let time = try time()
            meta.fold.lastOfOthers = time < 0 ? nil : time
        case .future: meta.fold.future = try list { reader throws(Malformed) in try reader.futureField() }
        case .doubled:
            meta.fold.doubled = try list { reader throws(Malformed) in
                DoubledIDs(older: try reader.id(), younger: try reader.id())
            }
        case .outplaced: meta.fold.outplaced = Set(try list(ofSize: 16) { reader throws(Malformed) in try reader.id() })
        case .hints: meta.fold.hints = try hints()
        case .gaps: meta.fold.gaps = try gaps()
        case .standing: meta.fold.standing.folders = try list(ofSize: 34) { reader throws(Malformed) in try reader.listed() }
        case .unkept: meta.fold.unkept = try unkept()
        case .forks: try forks(into: &meta.fold)
        case .pending: meta.unsettled.pending = try times()
        case .refused: meta.unsettled.refused = try times()
        case .rejections: meta.unsettled.rejections = try rejections()
        case .incomingMoves: try incomingMoves(into: &meta.unsettled.incomingMoves)
        case .waitingMoves:
            for _ in 0..<(try count()) {
                let path = try path()
                meta.unsettled.waitingMoves[path] = WaitingMove(node: try id(), isSameFile: try flag())
            }
        case .incomingNodes: meta.unsettled.incomingNodes = Set(try list(ofSize: 16) { reader throws(Malformed) in try reader.id() })
        case .aliases:
            for _ in 0..<(try count()) {
                let alias = try id()
                meta.aliases[alias] = try id()
            }
        case .intents: meta.intents = try intents()
        case .labels: meta.labels = try list(ofSize: 34) { reader throws(Malformed) in try reader.label() }
        case .dated: meta.isDated = try flag()
        case .leftover: meta.leftover = try leftover()
        case .pairs:
            meta.pairs = try list(ofSize: 33) { reader throws(Malformed) in
                let (missing, present, likeness) = (try reader.id(), try reader.id(), Int(try reader.byte()))
                return KnownPair(missing: missing, present: present, likeness: likeness <= 100 ? likeness : nil)
            }
        case .told:
            for _ in 0..<(try count(ofSize: 33)) {
                let id = try id()
                meta.told[id] = ToldChange(isGone: try flag(), place: try fixed(), content: try fixed())
            }
        case .kindData:
            for _ in 0..<(try count()) {
                let name = try text()
                meta.kindData[name] = try data()
            }
        }
    }

    private mutating func unkept() throws(Malformed) -> UnkeptBatches {
        let state: UInt64 = try fixed()
        let fold = try data()
        return UnkeptBatches(besides: fold, of: state, try list { reader throws(Malformed) in try reader.path() })
    }

    private mutating func incomingMoves(into moves: inout [NodeID: IncomingMove]) throws(Malformed) {
        for _ in 0..<(try count()) {
            let node = try id()
            moves[node] = IncomingMove(place: Place(parent: try id(), name: Name(bytes: try data())), identity: try identity(), since: try time())
        }
    }

    /// What is told of directories by their digests.
    mutating func toldOfStanding() throws(Malformed) -> [StandingFolders.Told] {
        try list(ofSize: 16) { reader throws(Malformed) in (try reader.fixed(), try reader.fixed()) }
    }

    /// By which rules batches were folded, and to which heads.
    mutating func foldRules() throws(Malformed) -> (number: UInt64, heads: [[UInt8]]) {
        (try fixed(), try list { reader throws(Malformed) in try reader.data() })
    }

    mutating func intents() throws(Malformed) -> [Intent] {
        try list { reader throws(Malformed) in
            Intent(
                node: try reader.id(), from: try reader.path(), to: try reader.path(),
                identity: try reader.identity(), operation: try reader.data())
        }
    }

    private mutating func list<Item>(
        ofSize size: Int = 1, _ body: (inout ByteReader) throws(Malformed) -> Item
    ) throws(Malformed) -> [Item] {
        var items: [Item] = []
        for _ in 0..<(try count(ofSize: size)) { items.append(try body(&self)) }
        return items
    }

    private mutating func flag() throws(Malformed) -> Bool {
        let value = try byte()
        guard value <= 1 else { throw Malformed() }
        return value == 1
    }

    private mutating func hints() throws(Malformed) -> [NodeID: FileContent] {
        var hints: [NodeID: FileContent] = [:]
        for _ in 0..<(try count()) {
            let (node, size) = (try id(), try signed())
            guard let hash = ContentHash(bytes: try data()), size > 0 else { throw Malformed() }
            hints[node] = FileContent(size: size, hash: hash)
        }
        return hints
    }

    private mutating func gaps() throws(Malformed) -> SidecarGaps {
        var gaps = SidecarGaps()
        gaps.reasons = try list { reader throws(Malformed) in try reader.text() }
        gaps.namesBatches = try flag()
        gaps.absentParents = try list { reader throws(Malformed) in try reader.data() }
        gaps.missingBatches = try list { reader throws(Malformed) in try reader.data() }
        gaps.waived = try list { reader throws(Malformed) in try reader.text() }
        return gaps
    }

    private mutating func leftover() throws(Malformed) -> Leftover? {
        let value = try byte()
        let leftover = Leftover(rawValue: value)
        guard value == 0 || leftover != nil else { throw Malformed() }
        return leftover
    }

    private mutating func forks(into fold: inout FoldSummary) throws(Malformed) {
        let isShared = try flag()
        let shared = ReplicaID(rawValue: try fixed())
        fold.sharedReplica = isShared ? shared : nil
        fold.forks = try list(ofSize: 17) { reader throws(Malformed) in
            ReplicaFork(
                replica: ReplicaID(rawValue: try reader.fixed()), sequence: try reader.fixed(),
                batches: try reader.list { reader throws(Malformed) in try reader.data() })
        }
    }

    private mutating func futureField() throws(Malformed) -> FutureField {
        let id = try id()
        let field = try text()
        return FutureField(id: id, field: field, stamp: Stamp(time: try fixed(), replica: ReplicaID(rawValue: try fixed())))
    }

    private mutating func identity() throws(Malformed) -> FileIdentity {
        FileIdentity(device: try fixed(), inode: try fixed(), birth: try fixed())
    }
}

extension ByteWriter {
    /// Beside the folders, since earlier versions read those: which state of which of them each is about. 0 is not told.
    fileprivate mutating func told(of folders: [ListedFolder], _ value: (ListedFolder) -> UInt64) {
        list(folders.filter { value($0) != 0 }) { folder, writer in
            writer.fixed(folder.folder.digest)
            writer.fixed(value(folder))
        }
    }

    fileprivate mutating func listed(_ item: ListedFolder) {
        path(item.path)
        fixed(item.folder.inode)
        fixed(item.folder.birth)
        fixed(item.folder.changed)
        fixed(item.folder.digest)
        byte(item.isWhole ? 1 : 0)
    }

    fileprivate mutating func rejections(_ items: [NodeID: RejectedItem]) {
        list(items.sorted { $0.key < $1.key }) { item, writer in
            writer.id(item.key)
            writer.identity(item.value.identity)
            writer.signed(item.value.changed ?? .min)
            writer.byte(item.value.isCarried ? 1 : 0)
            writer.id(item.value.explanation ?? ProjectIndex.nowhere)
        }
    }
}

extension ByteReader {
    fileprivate mutating func listed() throws(Malformed) -> ListedFolder {
        let path = try path()
        let folder = SettledFolder(inode: try fixed(), birth: try fixed(), changed: try fixed(), digest: try fixed())
        return ListedFolder(path: path, folder: folder, isWhole: try flag())
    }

    fileprivate mutating func rejections() throws(Malformed) -> [NodeID: RejectedItem] {
        var items: [NodeID: RejectedItem] = [:]
        for _ in 0..<(try count()) {
            let node = try id()
            let identity = try identity()
            let changed = try signed()
            var item = RejectedItem(identity: identity, isCarried: try flag(), changed: changed == .min ? nil : changed)
            let explanation = try id()
            item.explanation = explanation == ProjectIndex.nowhere ? nil : explanation
            items[node] = item
        }
        return items
    }
}
