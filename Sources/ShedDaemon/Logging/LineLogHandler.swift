import Glibc
import Logging

/// Writes each record of the log as one line, with one write(2), so that lines of several threads do not mix.
///
/// Who reads the log may be gone; what cannot be written is dropped.
struct LineLogHandler: LogHandler {
    let form: LogForm
    let now: @Sendable () -> Int64
    let write: @Sendable ([UInt8]) -> Void

    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level
    var metadataProvider: Logger.MetadataProvider?

    init(
        _ form: LogForm, level: Logger.Level, now: @escaping @Sendable () -> Int64,
        write: @escaping @Sendable ([UInt8]) -> Void = LineLogHandler.writeToErrors
    ) {
        self.form = form
        self.now = now
        self.write = write
        logLevel = level
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var all = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 }
        if let error = event.error { all["error"] = "\(error)" }
        write(Array((LogLine.text(event.level, event.message.description, all, form, at: now()) + "\n").utf8))
    }

    @Sendable static func writeToErrors(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
