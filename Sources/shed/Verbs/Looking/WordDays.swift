import ShedCommand
import ShedModel
import ShedProject

/// The words of the last days, as `stats --days` shows them.
struct WordDays {
    let days: [(day: CalendarDay, words: DayOfWords)]

    /// So many days are shown at most: ten years.
    static let most = 3_660
    /// In characters.
    private static let longestBar = 30

    /// For people: a line for each day, with a bar for what was written.
    func lines(_ style: Style) -> [String] {
        let columns: [[String]] = days.map { ["+\($0.words.added)", "-\($0.words.removed)", $0.words.found > 0 ? "(\($0.words.found) found)" : ""] }
        let widths = (0..<3).map { column in columns.map { $0[column].count }.max() ?? 0 }
        let most = max(1, days.map(\.words.added).max() ?? 1)
        return zip(days, columns).map { day, texts in
            let numbers = zip(texts, widths).map { text, width in String(repeating: " ", count: width - text.count) + text }
            let length = day.words.added == 0 ? 0 : max(1, Int(bounded: Double(day.words.added) / Double(most) * Double(WordDays.longestBar)))
            let bar = String(repeating: style.hasSymbols ? "█" : "#", count: length)
            let line = "  \(day.day) \(WordDays.names[day.day.weekday - 1])  " + numbers.filter { !$0.isEmpty }.joined(separator: "  ") + "  " + bar
            return line.trimmingEnd
        }
    }

    private static let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

    /// All of them together.
    var sum: String {
        func total(_ number: (DayOfWords) -> Int) -> Int { days.reduce(0) { $0 + number($1.words) } }
        return "\(total(\.added)) written, \(total(\.removed)) taken away, \(total(\.found)) found"
    }

    var json: JSONValue {
        .array(days.map { day in
            var object = JSONBuilder()
            object.add("day", .string("\(day.day)"))
            object.add("added", .integer(Int64(day.words.added)))
            object.add("removed", .integer(Int64(day.words.removed)))
            object.add("found", .integer(Int64(day.words.found)))
            return object.value
        })
    }

    /// Those on which something was written; the newest, where there are more than a chart has room for.
    var group: BarChart.Group {
        let bars = days.filter { $0.words.added > 0 }.suffix(60).map { BarChart.Bar(label: "\($0.day)", number: $0.words.added) }
        return BarChart.Group(title: "Words written", note: sum, bars: Array(bars))
    }
}

extension String {
    /// Without blanks at its end.
    fileprivate var trimmingEnd: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
