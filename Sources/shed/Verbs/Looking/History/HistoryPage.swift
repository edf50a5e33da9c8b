import Glibc
import ShedCommand
import ShedMessages
import ShedProject
import ShedModel

/// Entries of a history for people, under a heading a day, in local time.
struct HistoryPage {
    private let session: Session
    private var day: String?

    init(_ session: Session) { self.session = session }

    /// Adds a line to the output.
    mutating func add(_ line: HistoryFold.Line) {
        switch line {
        case .entry(let entry): add(entry)
        case .folded(let entries, let kind):
            guard let newest = entries.first else { return }
            add(newest, kind.line(folding: entries, session.style))
        }
    }

    /// Adds an entry to the output, behind a heading where its day is another than the last one's.
    mutating func add(_ entry: HistoryEntry) { add(entry, HistoryLine.text(entry, session.style)) }

    private mutating func add(_ entry: HistoryEntry, _ text: String) {
        if session.options.zero {
            if let path = entry.path { session.output.path(session.style.place(path)) }
            return
        }
        let style = session.style
        let day = style.text(HistoryPage.day(entry.time, now: session.surroundings.now()))
        if day != self.day { session.output.line(style.heading(day)) }
        self.day = day
        var line = "  \(LocalTime(entry.time).text("%H:%M"))  \(style.advice(text))"
        if session.options.verbose { line += style.faint("  " + style.text(.writtenBy(id: entry.id?.description ?? style.text(.noID), actor: HistoryLine.safe(entry.actor)))) }
        session.output.line(line)
    }

    private static func day(_ time: Int64, now: Int64) -> Message {
        let format = "%Y-%m-%d"
        let day = LocalTime(time).text(format)
        if day == LocalTime(now).text(format) { return .today }
        // Noon of the day before is in that day whatever the clocks did.
        if day == LocalTime(LocalTime(now).noon - 86_400_000).text(format) { return .yesterday }
        return LocalTime(time).day
    }
}

/// A time in the local zone.
struct LocalTime {
    private var parts = tm()

    /// - Parameter milliseconds: since 1970.
    init(_ milliseconds: Int64) {
        var seconds = time_t(milliseconds / 1_000)
        _ = localtime_r(&seconds, &parts)
    }

    /// As strftime(3) formats it.
    func text(_ format: String) -> String {
        var parts = parts
        var buffer = [CChar](repeating: 0, count: 128)
        let count = strftime(&buffer, buffer.count, format, &parts)
        return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The day in words.
    var day: Message {
        .day(weekday: "\(parts.tm_wday)", day: Int(parts.tm_mday), month: "\(parts.tm_mon + 1)", year: Int(parts.tm_year) + 1900)
    }

    /// Noon of the same day, in milliseconds since 1970.
    var noon: Int64 {
        var parts = parts
        (parts.tm_hour, parts.tm_min, parts.tm_sec, parts.tm_isdst) = (12, 0, 0, -1)
        return Int64(mktime(&parts)) * 1_000
    }
}
