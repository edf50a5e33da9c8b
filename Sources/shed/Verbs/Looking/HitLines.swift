import ShedCommand
import ShedProject
import ShedModel

/// Files and folders that were found, for people.
struct HitLines {
    private let session: Session

    init(_ session: Session) { self.session = session }

    func print(_ hit: SearchHit) {
        let view = hit.view
        let style = session.style
        var (folder, name) = style.parts(view.path)
        // Where one stands, or is inside of, is named without its name.
        if name == view.name.escaped { name = self.name(view.name, hit.nameMarks) }
        var line = (folder.isEmpty ? "" : style.faint(folder)) + name + (view.type.isDirectory ? "/" : "")
        if session.options.verbose {
            let size = view.type.isDirectory ? "\(view.counts.files + view.counts.folders) inside" : "\(view.size) bytes"
            line += style.faint("  \(size)  \(Style.time(view.times.modified / 1_000_000))  \(view.id?.description ?? "no ID yet")")
        }
        session.output.line(line)
        for hit in hit.lines { session.output.line("  " + style.faint("\(hit.line): ") + style.marked(hit.text, hit.marks)) }
    }

    /// Paths are often piped on, so without color nothing is put into them.
    private func name(_ name: Name, _ marks: [Range<Int>]) -> String {
        // An escaped name has other positions.
        guard session.style.isColored, let text = name.text, name.escaped == text else { return name.escaped }
        return session.style.marked(text, marks)
    }
}
