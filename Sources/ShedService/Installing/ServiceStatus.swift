/// How the service is.
public struct ServiceStatus: Hashable, Sendable {
    public var starter: ServiceManager.Starter
    /// The unit or the autostart entry, whether it is there or not.
    public var path: String
    public var isInstalled: Bool
    /// Whether a person made or changed the file.
    public var isChangedByHand: Bool
    /// Whether it starts by itself.
    public var isEnabled: Bool
    public var isRunning: Bool
    /// The daemon's process, whoever started it.
    public var process: Int32?
    /// systemd's words for it, such as `active (running)`; `nil` without systemd.
    public var state: String?
    /// What is not as it should be: sentences that say what to do.
    public var missing: [String]
}

extension ServiceManager {
    /// How the service is now.
    /// - Parameter daemon: the process of a daemon that answers, whoever started it.
    public func status(daemon: Int32?) throws(ServiceError) -> ServiceStatus {
        let state = try file.state()
        var status = ServiceStatus(
            starter: starter, path: path, isInstalled: state != .absent, isChangedByHand: state == .foreign, isEnabled: false,
            isRunning: daemon != nil, process: daemon, state: nil, missing: [])
        if state == .absent { status.missing.append("It is not installed: run “shed service install”.") }
        if let manager {
            try add(manager.properties(), to: &status)
        } else {
            status.isEnabled = status.isInstalled
            if !status.isRunning { status.missing.append("No daemon runs: run “shed watch”, or log in again once it is installed.") }
            status.missing.append("No systemd of this user answers, so nothing starts the daemon again when it fails.")
        }
        return status
    }

    private func add(_ properties: UserManager.Properties, to status: inout ServiceStatus) {
        status.state = "\(properties.activeState) (\(properties.subState))"
        status.isEnabled = properties.unitFileState == "enabled"
        if properties.activeState == "active" || properties.activeState == "reloading" {
            status.isRunning = true
            status.process = properties.mainProcess ?? status.process
        }
        if properties.loadState == "masked" {
            status.missing.append("It is masked: run “systemctl --user unmask shed”.")
        } else if status.isInstalled, !status.isEnabled {
            status.missing.append("It does not start by itself: run “shed service install”.")
        }
        if properties.needsReload { status.missing.append("systemd knows an older text of it: run “shed service install”.") }
        if status.isInstalled, !properties.fragmentPath.isEmpty, properties.fragmentPath != path, properties.loadState == "loaded" {
            status.missing.append("systemd reads another file of that name: \(properties.fragmentPath).")
        }
        if !status.isRunning {
            status.missing.append("No daemon runs: “journalctl --user -u shed” may say why; “systemctl --user start shed” starts it.")
        } else if !properties.isActive, let process = status.process {
            status.missing.append("The daemon (process \(process)) was started by hand, so nothing starts it again when it fails.")
        }
    }
}
