import ShedModel

extension ServiceManager {
    /// Writes the file, and has systemd start the daemon, now and at each login.
    /// - Parameters:
    ///   - executable: the absolute path of shed.
    ///   - daemon: the process of a daemon that runs already, whoever started it.
    ///   - dryRun: only say what would be done.
    ///   - force: replace a file that a person made or changed; it is set aside.
    /// - Returns: what was done, in order.
    /// - Throws: ``ServiceError``, of kind refused where a person's file stands there; then nothing was done.
    public func install(executable: [UInt8], daemon: Int32?, dryRun: Bool, force: Bool) throws(ServiceError) -> [ServiceAction] {
        let text = try text(executable: executable)
        let state = try file.state()
        var work = ServiceWork(isDry: dryRun)
        try setAside(file, state, force, &work)
        let isNew = state != .ours(text)
        if isNew { try work.write(file, text) }
        guard let manager else {
            work.note("The daemon starts at the next login to a desktop; until then run “shed watch”.")
            return work.actions
        }
        // From a time when there was no systemd: two starters would start two daemons.
        if case .ours = try entry.state() { try work.remove(entry) }
        // After an interruption systemd may know an older text, which only it can tell.
        let before = try manager.properties()
        try work.run(manager, ["daemon-reload"])
        if isNew || before.needsReload, before.isActive {
            _ = try work.run(manager, ["try-restart", ServiceUnit.name], milliseconds: 60_000)
        }
        if let daemon, !before.isActive {
            try work.run(manager, ["enable", ServiceUnit.name])
            work.note("A daemon runs already (process \(daemon)), so none was started; stop it, then run “systemctl --user start shed”.")
        } else if try !work.run(manager, ["enable", "--now", ServiceUnit.name], milliseconds: 60_000) {
            work.note("The daemon is still starting: “shed service status” shows when it runs.")
        }
        return work.actions
    }

    /// Undoes what ``install(executable:daemon:dryRun:force:)`` did, here or while there was no systemd.
    /// - Parameter force: also take a file away that a person changed; it is set aside.
    /// - Returns: what was done, in order; empty if there was nothing to do.
    /// - Throws: ``ServiceError``, of kind refused where a person's file stands there; then nothing was done.
    public func uninstall(dryRun: Bool, force: Bool) throws(ServiceError) -> [ServiceAction] {
        var work = ServiceWork(isDry: dryRun)
        let files = [unit, entry]
        var states: [OwnedFile.State] = []
        for file in files {
            let state = try file.state()
            if state == .foreign, !force { throw foreign(file) }
            states.append(state)
        }
        if let manager {
            if states[0] != .absent {
                try work.run(manager, ["disable", "--now", ServiceUnit.name], milliseconds: 60_000)
            } else if try manager.properties().isActive {
                try work.run(manager, ["stop", ServiceUnit.name], milliseconds: 60_000)
            }
        }
        for (file, state) in zip(files, states) {
            if case .ours = state { try work.remove(file) }
            try setAside(file, state, force, &work)
        }
        try removeWants(&work)
        if let manager, !work.actions.isEmpty { try work.run(manager, ["daemon-reload"]) }
        return work.actions
    }

    /// The link by which the unit was enabled: systemctl removes it, but only while a systemd runs.
    private func removeWants(_ work: inout ServiceWork) throws(ServiceError) {
        let wants = OwnedFile(directory: unit.directory + "/default.target.wants", name: ServiceUnit.name)
        guard let target = wants.target, [unit.path, "../" + ServiceUnit.name].contains(where: { target.elementsEqual($0.utf8) }) else { return }
        // A dry run sees the link that systemctl would have removed.
        if work.isDry, manager != nil { return }
        try work.remove(wants)
    }

    private func setAside(_ file: OwnedFile, _ state: OwnedFile.State, _ force: Bool, _ work: inout ServiceWork) throws(ServiceError) {
        guard state == .foreign else { return }
        guard force else { throw foreign(file) }
        try work.setAside(file)
    }

    private func foreign(_ file: OwnedFile) -> ServiceError { ServiceError(foreign: file.path) }
}

extension ServiceError {
    /// A file of ours that a person made or changed.
    init(foreign path: String) {
        self.init(
            .refused, "\(EscapedText.escape(Array(path.utf8))) was made or changed by hand",
            remedy: "Move it away, or use --force, which keeps it under a name that ends in .bak.")
    }
}

/// Does things and writes them down, or, for a dry run, only writes them down.
struct ServiceWork {
    let isDry: Bool
    private(set) var actions: [ServiceAction] = []

    init(isDry: Bool) { self.isDry = isDry }

    mutating func write(_ file: OwnedFile, _ text: String) throws(ServiceError) {
        if !isDry { try file.write(text) }
        actions.append(ServiceAction(.write, file.path))
    }

    mutating func remove(_ file: OwnedFile) throws(ServiceError) {
        if !isDry { try file.remove() }
        actions.append(ServiceAction(.remove, file.path))
    }

    mutating func setAside(_ file: OwnedFile) throws(ServiceError) {
        actions.append(ServiceAction(.keep, isDry ? file.path + ".bak" : try file.setAside()))
    }

    /// - Returns: `false` if the time was over first.
    @discardableResult
    mutating func run(_ manager: UserManager, _ words: [String], milliseconds: Int64 = 30_000) throws(ServiceError) -> Bool {
        var isDone = true
        if !isDry { isDone = try manager.perform(words, milliseconds: milliseconds) }
        actions.append(ServiceAction(.run, "systemctl --user " + words.joined(separator: " ")))
        return isDone
    }

    /// Writes down what somebody else did, or would.
    mutating func did(_ kind: ServiceAction.Kind, _ path: String) { actions.append(ServiceAction(kind, path)) }

    mutating func note(_ text: String) { actions.append(ServiceAction(.note, text)) }
}
