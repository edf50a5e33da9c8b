import Testing

/// Whether a daemon watches the project while a program works in it.
enum Attendance: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case watched = "with a daemon"
    case alone = "without a daemon"

    var testDescription: String { rawValue }
}
