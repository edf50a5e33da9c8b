import Glibc
import ShedModel

extension CalendarDay {
    /// The day on which a time falls here.
    /// - Parameter milliseconds: since 1970.
    public init?(local milliseconds: Int64) {
        var seconds = time_t(milliseconds / 1_000)
        var parts = tm()
        guard localtime_r(&seconds, &parts) != nil else { return nil }
        self.init(year: Int(parts.tm_year) + 1_900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    }
}
