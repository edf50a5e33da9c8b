/// The systemd that runs a user's own services, by systemctl(1).
struct UserManager {
    private let program: String
    private let environment: [String: String]

    /// `nil` where there is none, or none that answers.
    init?(environment: [String: String]) {
        guard let program = ProgramPath.find("systemctl", environment: environment) else { return nil }
        self.program = program
        self.environment = environment
        guard let ending = try? run(["--user", "is-system-running"], milliseconds: 10_000) else { return nil }
        // It also ends with 1 where some other unit failed. Where nobody is there it says “offline” or nothing.
        let answer = ending.text.split(separator: ";").last.map { $0.drop { $0 == " " } } ?? ""
        guard ["initializing", "starting", "running", "degraded", "maintenance", "stopping"].contains(String(answer)) else { return nil }
    }

    /// systemd's version, 0 where it does not say.
    var version: Int {
        guard let ending = try? run(["--version"], milliseconds: 10_000) else { return 0 }
        // “systemd 252 (252.38-1~deb12u1)”
        let words = ending.text.split(separator: " ")
        return words.count > 1 ? Int(words[1].prefix { $0.isNumber }) ?? 0 : 0
    }

    /// Some of what it knows of the unit.
    struct Properties {
        var loadState = ""
        var unitFileState = ""
        var activeState = ""
        var subState = ""
        var mainProcess: Int32?
        var fragmentPath = ""
        var needsReload = false

        var isActive: Bool { ["active", "activating", "reloading", "deactivating"].contains(activeState) }
    }

    func properties() throws(ServiceError) -> Properties {
        let names = "LoadState,UnitFileState,ActiveState,SubState,MainPID,FragmentPath,NeedDaemonReload"
        let ending = try run(["--user", "show", ServiceUnit.name, "--property=\(names)"], milliseconds: 10_000)
        try require(ending, "show")
        var result = Properties()
        for line in String(decoding: ending.output, as: UTF8.self).split(separator: "\n") {
            guard let equals = line.firstIndex(of: "=") else { continue }
            let value = String(line[line.index(after: equals)...])
            switch line[..<equals] {
            case "LoadState": result.loadState = value
            case "UnitFileState": result.unitFileState = value
            case "ActiveState": result.activeState = value
            case "SubState": result.subState = value
            case "MainPID": result.mainProcess = Int32(value).flatMap { $0 > 0 ? $0 : nil }
            case "FragmentPath": result.fragmentPath = value
            case "NeedDaemonReload": result.needsReload = value == "yes"
            default: break
            }
        }
        return result
    }

    /// Runs a command of it that must succeed.
    /// - Returns: `false` if it was still at it when the time was over.
    @discardableResult
    func perform(_ words: [String], milliseconds: Int64 = 30_000) throws(ServiceError) -> Bool {
        let ending = try run(["--user"] + words, milliseconds: milliseconds)
        if ending.isOutOfTime { return false }
        try require(ending, words.joined(separator: " "))
        return true
    }

    private func require(_ ending: ChildProcess.Ending, _ words: String) throws(ServiceError) {
        guard ending.code != 0 || ending.isOutOfTime else { return }
        let reason = ending.isOutOfTime ? "it did not answer in time" : ending.text.isEmpty ? "it ended with \(ending.code)" : ending.text
        throw ServiceError(
            .environment, "“systemctl --user \(words)” failed: \(reason)",
            remedy: "See “journalctl --user -u shed” for the reason, then run this again; what was done already is kept.")
    }

    private func run(_ arguments: [String], milliseconds: Int64) throws(ServiceError) -> ChildProcess.Ending {
        try ChildProcess.run(program, ["--no-pager"] + arguments, environment: environment, milliseconds: milliseconds)
    }
}
