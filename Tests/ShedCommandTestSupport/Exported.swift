import ShedModel
import ShedTestSupport
import Testing

extension Shelf {
    /// What a project tells of all that is in it, in its order: path, ID, type, role, what it accepts, tags and values.
    package func told(_ project: String, location: SourceLocation = #_sourceLocation) throws -> [String] {
        var lines: [String] = []
        func walk(_ value: JSONValue) {
            let tags = (value["tags"]?.array ?? []).compactMap(\.string).joined(separator: " ")
            let values = (value["variables"]?.object?.members ?? []).map { "\($0.name)=\($0.value)" }.joined(separator: " ")
            let facts = ["path", "id", "kind", "role", "accepts"].map { value[$0]?.string ?? "-" }
            lines.append((facts + [tags, values]).joined(separator: " | "))
            for child in value["children"]?.array ?? [] { walk(child) }
        }
        for value in try shed("tree", "--json", in: project).json(location).array ?? [] { walk(value) }
        return lines
    }

    /// The contents of all files of a project but the sidecar's, by their paths.
    package func held(_ project: String) throws -> String {
        try script("find . -name .shed -prune -o -type f -print0 | sort -z | xargs -0 -r sha256sum", in: project).text
    }

    /// The names in the work directory, hidden ones too.
    package func inWork() throws -> [String] { try script("ls -A", in: ".").text.split(separator: "\n").map(String.init) }

    /// Poems with an order, tags, values, a folder in a folder, something in Trash, and a snapshot.
    package static func withRichPoems() throws -> Shelf {
        let shelf = try withPoems()
        for (name, text) in [("Ode.txt", "Rain\n"), ("Sea.txt", "Snow\n"), ("Hail.txt", "Hail\n")] { shelf.makeFile("Poems/Draft/\(name)", text) }
        let done = try shelf.script("""
            set -e
            "$SHED" sync -q; "$SHED" snapshot --name first -q
            "$SHED" allow Draft both -q; "$SHED" add folder Draft/Old -q; "$SHED" allow Draft/Old both -q; "$SHED" add folder Draft/Old/Older -q
            printf 'Deep\\n' > Draft/Old/Older/Deep.txt; printf 'Gone\\n' > Draft/Gone.txt; "$SHED" sync -q
            "$SHED" order Draft/Sea.txt --first -q; "$SHED" rm Draft/Gone.txt -q
            "$SHED" tag add mood/sad Draft/Ode.txt Draft/Old --create -q; "$SHED" var new Score --int -q; "$SHED" var set Score=4 Draft/Sea.txt -q
            printf 'Rain again\\n' > Draft/Ode.txt; "$SHED" info --set details='of spring' -q; "$SHED" sync -q
            """)
        try #require(done.code == 0, "\(done.everything)")
        return shelf
    }
}
