import ShedModel
import Testing

@Suite struct `Days of the calendar` {
    @Test func `are read as they are written`() {
        for text in ["0001-01-01", "1970-01-01", "2000-02-29", "2024-02-29", "2026-12-31", "9999-12-31"] {
            #expect(CalendarDay(text)?.description == text)
        }
        for text in [
            "", "2027-02-29", "1900-02-29", "0000-01-01", "10000-01-01", "2027-13-01", "2027-00-10", "2027-04-31", "2027-1-1", "2027-01-00", "27-01-01",
            "2027-01-01 ", "2027/01/01", "2027-01-01T00:00", "+027-01-01", "２027-01-01", "2027-01--1", "-027-01-01", "22.11.2026",
        ] { #expect(CalendarDay(text) == nil, "\(text)") }
    }

    @Test func `follow each other without a gap, and are those of their week`() throws {
        let first = try #require(CalendarDay("0001-01-01"))
        let last = try #require(CalendarDay("9999-12-31"))
        #expect(CalendarDay(number: first.number - 1) == nil && CalendarDay(number: last.number + 1) == nil)
        #expect(CalendarDay("1970-01-01")?.number == 0 && CalendarDay("1970-01-01")?.weekday == 4 && CalendarDay("2026-11-25")?.weekday == 3)
        #expect(first.weekday == 1 && first < last)
        // Four hundred years, after which the calendar comes again.
        var before = try #require(CalendarDay("1999-12-31"))
        for number in (before.number + 1)...(before.number + 146_097) {
            let day = try #require(CalendarDay(number: number))
            let (old, new) = (before.parts, day.parts)
            let isNext = new.day == old.day + 1 && new.month == old.month && new.year == old.year
            let isFirst = new.day == 1 && old.day >= 28 && (new.month == old.month + 1 && new.year == old.year || new.month == 1 && old.month == 12 && new.year == old.year + 1)
            guard isNext || isFirst, CalendarDay(year: new.year, month: new.month, day: new.day) == day else {
                Issue.record("\(before) is followed by \(day)")
                return
            }
            before = day
        }
    }
}
