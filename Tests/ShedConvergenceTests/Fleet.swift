import ShedModel
import ShedReconcile
import ShedReplicas
import ShedRules
import ShedSidecar
import ShedSimulatedDisk

/// Some devices with copies of one project, and what carries between them.
struct Fleet: Sendable {
    var setting: ProjectSetting
    var devices: [Device] = []
    /// What the carrier knows, by device.
    var carried: [CarrierIndex] = []
    /// All batches that were ever written, the oldest first.
    var batches: [Batch] = []
    /// How many changes of paths each device has made.
    var changes: [UInt32]
    /// How many conflict copies were made.
    var conflicts = 0
    /// Milliseconds since 1970 by a clock that is right.
    var time: Int64 = 1_700_000_000_000
    /// The IDs that were made for works.
    var given: [Int: Set<NodeID>] = [:]
    /// Works of which nobody could say where they went.
    var untraceable: Set<Int> = []
    /// What each device can tell by its own disk; `nil`: not kept.
    var traces: [Trace]?
    private var keptTraces: [Int: Trace] = [:]
    /// What stood in files and was not overwritten or deleted by somebody who saw it.
    var texts: Set<[UInt8]> = []
    private var backups: [Int: Backup] = [:]
    /// The last fold that any device made.
    private(set) var shared: SharedFold?
    /// By source and target.
    var idle: [Int: Carried] = [:]
    private var count = 0

    /// What a machine keeps of the project outside of it.
    private struct Backup: Sendable {
        var index: Knowledge?
        var replica: ReplicaID
        var written: Device.Written?
    }

    static let tags = [NodeID(high: 2, low: 1), NodeID(high: 2, low: 2)]

    /// A project that all devices know alike.
    init(_ template: Template, offsets: [Int64], files: [RelativePath]) {
        setting = ProjectSetting(template)
        devices = offsets.enumerated().map { Device($0.offset, offset: $0.element) }
        carried = offsets.map { _ in CarrierIndex() }
        changes = offsets.map { _ in 0 }
        for number in devices.indices {
            devices[number].disk.clock = (time + offsets[number]) * 1_000_000
            devices[number].disk.countWorks(from: number * 1_000_000 + 1)
        }
        for folder in template.folders { devices[0].disk.mkdir(RelativePath([Name(folder.name)])) }
        for file in files {
            if !file.parent.isRoot { devices[0].disk.mkdir(file.parent) }
            let text = newText()
            devices[0].disk.create(file, text)
        }
        note(devices[0].walk(.adopt, setting))
        let labels = Fleet.tags.enumerated().map { Operation($0.element, [.other(LabelField.name, .string("tag \($0.offset)"))], label: .tag) }
        if let batch = devices[0].commit(labels, setting) { batches.append(batch) }
        time += 3_600_000
        for number in devices.indices.dropFirst() {
            carryBatches(from: 0, to: number)
            carryFiles(from: 0, to: number, keepsInodes: false)
        }
        for number in devices.indices { look(number, .sync()) }
        time += 3_600_000
    }

    /// Sets a device's clock to the time that it is.
    mutating func wind(_ number: Int) { devices[number].disk.clock = max(devices[number].disk.clock, (time + devices[number].offset) * 1_000_000) }

    /// As much time as the device took has passed for all.
    mutating func pass(_ number: Int) { time = max(time, devices[number].disk.clock / 1_000_000 - devices[number].offset) }

    private mutating func newText() -> String {
        count += 1
        // Some are too short to be known by.
        let text = count.isMultiple(of: 5) ? "text \(count)" : "text \(count), which is as long as texts are that one is known by"
        texts.insert(Array(text.utf8))
        return text
    }

    mutating func note(_ walked: Device.Walked) {
        batches += walked.batches
        guard !walked.batches.isEmpty else { return }
        let made = Set(walked.batches.flatMap(\.operations).filter { $0.operation.set.contains { $0.name == "type" } }.map(\.operation.id))
        for (work, id, _) in walked.nodes where made.contains(id) { given[work, default: []].insert(id) }
    }

    @discardableResult mutating func look(_ number: Int, _ request: WalkRequest, crash: Device.Crash = .none) -> Device.Walked {
        wind(number)
        devices[number].shared = shared
        devices[number].shareFold(setting)
        let (disk, now) = (devices[number].disk, devices[number].now)
        traces?[number].follow(disk, now: now)
        let walked = devices[number].walk(request, setting, crash: crash)
        shared = devices[number].shared
        devices[number].shared = nil
        note(walked)
        if traces != nil, let state = devices[number].live ?? devices[number].index { traces?[number].take(devices[number].disk, state, given: given) }
        pass(number)
        return walked
    }

    // MARK: Steps

    /// Carries out a step. What cannot be done changes nothing.
    mutating func perform(_ step: Step) {
        guard devices.indices.contains(step.device) else { return }
        wind(step.device)
        change(step.action, on: step.device)
        pass(step.device)
    }

    private mutating func change(_ action: Step.Action, on number: Int) {
        switch action {
        case .mkdir(let path): devices[number].disk.mkdir(path)
        case .create(let path):
            guard !devices[number].disk.exists(path), devices[number].disk.isDirectory(path.parent) else { return }
            devices[number].disk.create(path, newText())
        case .write(let path):
            guard forget(path, on: number) else { return }
            devices[number].disk.write(path, newText())
        case .exchange(let path): exchange(path, on: number)
        case .rename(let from, let to): rename(from, to: to, on: number)
        case .swap(let left, let right):
            let works = [left, right].compactMap(devices[number].disk.work(at:))
            if devices[number].disk.swap(left, right) { works.forEach { noteMove($0, on: number) } }
        case .delete(let path): delete(path, on: number)
        case .copy(let from, let to): devices[number].disk.copy(from, to: to)
        case .look(let look): self.look(number, look.request)
        case .crash(let look, let moment):
            self.look(number, look.request, crash: moment)
            devices[number].live = nil
        case .move(let from, let to): move(from, to: to, on: number)
        case .crashMove(let from, let to, let moment): move(from, to: to, on: number, crash: moment)
        case .accept(let from, let to, let moment): accept(from, to: to, on: number, crash: moment)
        case .tag(let path, let tag, let isOn): set(.tag(Fleet.tags[tag], isOn), path, on: number)
        case .order(let path, let position): setOrder(position, path, on: number)
        default: befall(action, on: number)
        }
    }

    private mutating func befall(_ action: Step.Action, on number: Int) {
        switch action {
        case .file(let path, let source, let keepsInode):
            if source != number { carryFile(path, from: source, to: number, keepsInodes: keepsInode) }
        case .files(let source, let keepsInodes):
            if source != number { carryFiles(from: source, to: number, keepsInodes: keepsInodes) }
        case .batch(let batch, let source): carryBatch(batch, from: source, to: number)
        case .torn(let batch, let source): carryBatch(batch, from: source, to: number, isTorn: true)
        case .double(let batch, let source): carryBatch(batch, from: source, to: number, as: 1)
        case .drop(let path):
            scan(number)
            devices[number].disk.delete(path)
            for inner in carried[number].files.paths where inner.isInside(path) { carried[number].files[inner] = nil }
        case .batches(let source): if source != number { carryBatches(from: source, to: number) }
        case .wait(let duration): time += duration
        case .restart: devices[number].live = nil
        case .watch: devices[number].watchedSince = devices[number].watchedSince == nil ? devices[number].disk.clock : nil
        case .loseIndex: lose(number)
        case .loseState:
            lose(number)
            devices[number].renew()
        case .backUp:
            keptTraces[number] = traces?[number]
            backups[number] = Backup(index: devices[number].index, replica: devices[number].replica, written: devices[number].written)
        case .restore: restore(number)
        case .beCloned(let original): clone(original, to: number)
        default: break
        }
    }

    // MARK: Files

    /// - Returns: whether a file is there.
    private mutating func forget(_ path: RelativePath, on number: Int) -> Bool {
        guard !devices[number].disk.isDirectory(path), let content = devices[number].disk.content(at: path) else { return false }
        texts.remove(content)
        return true
    }

    private mutating func exchange(_ path: RelativePath, on number: Int) {
        guard forget(path, on: number), let work = devices[number].disk.work(at: path) else { return }
        devices[number].disk.saveAtomically(path, newText())
        noteSaving(work, on: number)
    }

    mutating func noteSaving(_ work: Int, on number: Int) {
        devices[number].unseen.saved.insert(work)
        if devices[number].unseen.moved.contains(work) { untraceable.insert(work) }
    }

    mutating func noteMove(_ work: Int, on number: Int) {
        devices[number].unseen.moved.insert(work)
        if devices[number].unseen.saved.contains(work) { untraceable.insert(work) }
    }

    private mutating func rename(_ from: RelativePath, to: RelativePath, on number: Int) {
        let works = devices[number].works(in: from)
        guard devices[number].disk.rename(from, to: to) else { return }
        for work in works where devices[number].disk.isDirectory(to) == false || devices[number].index == nil { noteMove(work, on: number) }
        if devices[number].disk.isDirectory(to) { devices[number].unseen.along.formUnion(works) }
    }

    private mutating func delete(_ path: RelativePath, on number: Int) {
        for inner in devices[number].disk.paths where inner == path || inner.isInside(path) {
            if let content = devices[number].disk.content(at: inner), !devices[number].disk.isDirectory(inner) { texts.remove(content) }
        }
        devices[number].disk.delete(path)
    }

    // MARK: Misfortunes

    private mutating func lose(_ number: Int) {
        devices[number].index = nil
        devices[number].live = nil
        traces?[number] = Trace()
        untraceable.formUnion(devices[number].unseen.moved)
        // What went along with a folder and was saved anew was known by the folder alone, which nobody knows any more.
        untraceable.formUnion(devices[number].unseen.along.intersection(devices[number].unseen.saved))
        devices[number].unseen.saved.formUnion(devices[number].works(in: .root))
    }

    private mutating func restore(_ number: Int) {
        guard let backup = backups[number] else { return }
        traces?[number] = keptTraces[number] ?? Trace()
        (devices[number].index, devices[number].live) = (backup.index, nil)
        (devices[number].replica, devices[number].written) = (backup.replica, backup.written)
        devices[number].unseen.saved.formUnion(devices[number].works(in: .root))
    }

    /// The whole disk of another device is copied, what the machine keeps of the project too.
    private mutating func clone(_ original: Int, to number: Int) {
        guard original != number, devices.indices.contains(original) else { return }
        var copy = Device(number, offset: devices[number].offset)
        let (source, old) = (devices[original], devices[number])
        // What had moved here and nobody has looked at, nobody knows any more.
        untraceable.formUnion(old.unseen.moved)
        (copy.disk, copy.sidecar, copy.index) = (source.disk, source.sidecar, source.index)
        copy.take(idOf: source, after: old)
        copy.disk.clock = old.disk.clock
        copy.disk.countWorks(from: number * 1_000_000 + 500_000)
        copy.ids = old.ids
        forgetIDs(knownOnlyTo: old, number)
        for other in devices.indices where other != number { scan(other) }
        for (content, _) in old.disk.contents where !staysElsewhere(content, than: number) { texts.remove(content) }
        devices[number] = copy
        if let trace = traces?[original] { traces?[number] = trace }
        carried[number] = carried[original]
        idle = [:]
    }
}

extension Fleet {
    /// Whether another device has a text at a path from where no carrier takes it: where it was moved on the one device, and the carrier has brought
    /// to another only that it is gone from its old place, or what is there now, it goes there on all of them.
    private func staysElsewhere(_ content: [UInt8], than number: Int) -> Bool {
        devices.contains { device in
            guard device.number != number, device.disk.contents[content] != nil else { return false }
            return device.disk.paths.contains { path in
                guard device.disk.content(at: path) == content, let own = carried[device.number].files[path] else { return false }
                return !devices.contains { other in
                    guard other.number != number, let known = carried[other.number].files[path], known.state != own.state else { return false }
                    return known.includes(own)
                }
            }
        }
    }

    /// An ID that stands in no batch but one that is overwritten with its device, before that had gone anywhere, is known to nobody.
    private mutating func forgetIDs(knownOnlyTo device: Device, _ number: Int) {
        var lost: Set<NodeID> = []
        for file in device.sidecar.files {
            guard !devices.contains(where: { $0.number != number && $0.sidecar.files.contains { $0.content.batch.id == file.batch.id } }) else { continue }
            for item in file.batch.operations where item.operation.set.contains(where: { $0.name == "type" }) { lost.insert(item.operation.id) }
        }
        guard !lost.isEmpty else { return }
        for (work, ids) in given where !ids.isDisjoint(with: lost) { given[work] = ids.subtracting(lost) }
    }
}

extension Device {
    /// The works at and below a path.
    func works(in path: RelativePath) -> [Int] {
        disk.paths.filter { ($0 == path || $0.isInside(path)) && !disk.isDirectory($0) }.compactMap(disk.work(at:))
    }
}

extension Step.Look {
    var request: WalkRequest {
        switch self {
        case .refresh: .refresh()
        case .sync: .sync()
        case .syncNow: .sync(WalkRequest.SyncOptions(overridesWaiting: true))
        case .daemon: .daemonLook(WalkRequest.DaemonLook(in: nil, believesVanished: true))
        case .daemonDoubting: .daemonLook(WalkRequest.DaemonLook(in: nil, believesVanished: false))
        }
    }
}
