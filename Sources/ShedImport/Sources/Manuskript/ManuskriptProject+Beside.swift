import ShedModel

/// What stands beside the outline.
extension ManuskriptProject {
    /// A text for each character, with what is said of them under a heading each.
    mutating func characters() throws(ForeignError) -> [ForeignItem] {
        guard try entry("characters")?.isFolder == true else { return [] }
        var names = ForeignNames()
        var made: [ForeignItem] = []
        for entry in try ordered("characters") where !entry.name.isHidden {
            let path: RelativePath = RelativePath(["characters", entry.name])
            guard entry.size != nil, entry.name.hasSuffix(".txt") else {
                losses.add(entry.sort == .other ? .unusual : .unnamed, at: "\(path)")
                continue
            }
            let about = ManuskriptText(try text(path) ?? "")
            let title = about["Name"] ?? String(decoding: entry.name.parts.stem, as: UTF8.self)
            if let id = about["ID"] { know(character: id, title) }
            var text = ""
            for fact in about.facts where !["Name", "ID", "Color"].contains(fact.name) && !fact.value.isEmpty {
                text += (text.isEmpty ? "" : "\n") + "## \(ForeignText.singleSpaced(fact.name.isEmpty ? "…" : fact.name))\n\n\(fact.value)\n"
            }
            let (name, isChanged) = names.take(title, suffix: ".md")
            if isChanged { losses.add(.names, at: title) }
            made.append(ForeignItem(name, .made(Array(text.utf8))))
        }
        return made
    }

    /// What stands beside the outline and is no file: it is not followed, and not read.
    mutating func noteLinks() throws(ForeignError) {
        for path in ["characters", "world.opml", "plots.xml", "summary.txt", "revisions.xml", "labels.txt", "status.txt", "infos.txt"] as [RelativePath] {
            if try entry(path)?.sort == .other { losses.add(.unusual, at: "\(path)") }
        }
    }

    /// Places and things, below each other as they are there.
    func world() throws(ForeignError) -> String {
        guard let bytes = try bytes("world.opml") else { return "" }
        let root = try XMLElement.parse(bytes, root: "opml", "world.opml")
        var out = ""
        func write(_ element: XMLElement, _ level: Int) {
            out += (out.isEmpty ? "" : "\n") + String(repeating: "#", count: min(level, 6)) + " \(ForeignText.singleSpaced(element["name"] ?? "…"))\n"
            for key in ["type", "description", "passion", "conflict"] {
                if let value = element[key], !value.isEmpty { out += "\n\(value)\n" }
            }
            for child in element.all("outline") { write(child, level + 1) }
        }
        for element in root.first("body")?.all("outline") ?? [] { write(element, 1) }
        return out
    }

    func plots() throws(ForeignError) -> String {
        guard let bytes = try bytes("plots.xml") else { return "" }
        var out = ""
        for plot in try XMLElement.parse(bytes, root: "root", "plots.xml").all("plot") {
            out += (out.isEmpty ? "" : "\n") + "# \(ForeignText.singleSpaced(plot["name"] ?? "…"))\n"
            for key in ["description", "result", "summary"] {
                if let value = plot[key], !value.isEmpty { out += "\n\(value)\n" }
            }
            for step in plot.all("step") {
                out += "\n## \(ForeignText.singleSpaced(step["name"] ?? "…"))\n"
                for key in ["meta", "summary"] {
                    if let value = step[key], !value.isEmpty { out += "\n\(value)\n" }
                }
            }
        }
        return out
    }

    func summary() throws(ForeignError) -> String {
        var out = ""
        for fact in ManuskriptText(try text("summary.txt") ?? "").facts where !fact.value.isEmpty {
            out += (out.isEmpty ? "" : "\n") + "## \(ForeignText.singleSpaced(fact.name))\n\n\(fact.value)\n"
        }
        return out
    }

    /// What texts held earlier, by their IDs: `<outlineItem ID="…"><revision timestamp="SECONDS" text="…"/>`.
    func readRevisions() throws(ForeignError) -> [String: [ForeignVersion]] {
        guard let bytes = try bytes("revisions.xml") else { return [:] }
        var found: [String: [ForeignVersion]] = [:]
        func take(_ element: XMLElement) {
            for child in element.children {
                if child.name == "revision" {
                    guard let id = element["ID"], let text = child["text"], let time = child["timestamp"].flatMap({ Int64($0) }) else { continue }
                    // Before the end of the calendar.
                    guard (0..<1 << 37).contains(time) else { continue }
                    found[id, default: []].append(ForeignVersion(title: "", time: time * 1_000, bytes: Array(text.utf8)))
                } else {
                    take(child)
                }
            }
        }
        take(try XMLElement.parse(bytes, root: "outlineItem", "revisions.xml"))
        return found.mapValues { $0.sorted { $0.time < $1.time } }
    }
}
