import ShedModel

/// Horizontal bars in SVG 1.1, grouped under titles; of no more width than a page of text.
package struct BarChart {
    package struct Bar {
        package var label: String
        package var number: Int
        /// Of a tag; `nil` for the chart's own.
        package var colour: String?

        package init(label: String, number: Int, colour: String? = nil) {
            self.label = label
            self.number = number
            self.colour = colour
        }
    }

    package struct Group {
        package var title: String
        /// Said under the title.
        package var note: String?
        package var bars: [Bar]

        package init(title: String, note: String? = nil, bars: [Bar]) {
            self.title = title
            self.note = note
            self.bars = bars
        }
    }

    package var title: String
    package var groups: [Group]

    package init(title: String, groups: [Group]) {
        self.title = title
        self.groups = groups
    }

    /// In pixels of 1/96 inch.
    private static let width = 640
    private static let labels = 220
    private static let row = 22
    private static let margin = 24
    /// More characters of a label are left out.
    private static let longest = 32
    /// More bars of a group are counted together.
    private static let mostBars = 60

    /// The file.
    package var svg: String {
        var body = ""
        var y = BarChart.margin + 8
        func text(_ text: String, x: Int, size: Int, anchor: String = "start", weight: String = "normal", colour: String = "#222") {
            body += "  <text x=\"\(x)\" y=\"\(y)\" font-size=\"\(size)\" text-anchor=\"\(anchor)\" font-weight=\"\(weight)\" fill=\"\(colour)\">\(XMLText.show(text))</text>\n"
        }
        text(title, x: BarChart.margin, size: 18, weight: "bold")
        for group in groups where !group.bars.isEmpty {
            y += 38
            text(group.title, x: BarChart.margin, size: 14, weight: "bold")
            if let note = group.note {
                y += 18
                text(note, x: BarChart.margin, size: 12, colour: "#666")
            }
            y += 10
            let bars = BarChart.shown(group.bars)
            let most = max(1, bars.map(\.number).max() ?? 1)
            let room = BarChart.width - 2 * BarChart.margin - BarChart.labels - 60
            for bar in bars {
                y += BarChart.row
                text(BarChart.cut(bar.label), x: BarChart.margin + BarChart.labels - 8, size: 12, anchor: "end")
                let length = bar.number == 0 ? 0 : max(2, Int(bounded: Double(bar.number) / Double(most) * Double(room)))
                let left = BarChart.margin + BarChart.labels
                body += "  <rect x=\"\(left)\" y=\"\(y - 12)\" width=\"\(length)\" height=\"15\" rx=\"2\" fill=\"\(XMLText.show(bar.colour ?? "#3b6ea5"))\"/>\n"
                text("\(bar.number)", x: left + length + 6, size: 12, colour: "#444")
            }
        }
        let height = y + BarChart.margin
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(BarChart.width)" height="\(height)" viewBox="0 0 \(BarChart.width) \(height)" font-family="sans-serif">
              <title>\(XMLText.show(title))</title>
              <rect width="100%" height="100%" fill="#fff"/>
            \(body)</svg>

            """
    }

    private static func shown(_ bars: [Bar]) -> [Bar] {
        guard bars.count > mostBars else { return bars }
        let rest = bars.dropFirst(mostBars - 1)
        return bars.prefix(mostBars - 1) + [Bar(label: "\(rest.count) others", number: rest.reduce(0) { $0 + $1.number })]
    }

    private static func cut(_ label: String) -> String { label.count > longest ? label.prefix(longest - 1) + "…" : label }
}
