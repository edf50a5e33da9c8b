/// A button on a notification.
public struct NotificationAction: Sendable {
    /// Which it is: notifications that are shown as one keep what they share.
    public let key: String
    /// What stands on it.
    public let label: String
    /// What it does, on a thread of its own.
    /// - Returns: why it could not be done; `nil` where it was.
    let run: @Sendable () -> String?

    public init(_ key: String, label: String, run: @escaping @Sendable () -> String?) {
        self.key = key
        self.label = label
        self.run = run
    }

    /// A button that runs programs one after the other, until one fails.
    /// - Parameters:
    ///   - commands: each an absolute path and arguments.
    ///   - environment: of the programs.
    public init(_ key: String, label: String, commands: [[String]], environment: [String: String]) {
        self.init(key, label: label) { commands.lazy.compactMap { NotificationAction.perform($0, environment) }.first }
    }

    /// Runs a program.
    /// - Parameter command: an absolute path and arguments.
    /// - Returns: why it failed; `nil` where it did not.
    public static func perform(_ command: [String], _ environment: [String: String]) -> String? {
        guard let program = command.first else { return nil }
        do throws(ServiceError) {
            let ending = try ChildProcess.run(program, Array(command.dropFirst()), environment: environment, milliseconds: milliseconds, keeping: 1024)
            if ending.code == 0, !ending.isOutOfTime { return nil }
            return ending.text.isEmpty ? "\(program) ended with \(ending.code)" : ending.text
        } catch { return error.message }
    }

    /// So long each program may take.
    private static let milliseconds: Int64 = 60_000
}
