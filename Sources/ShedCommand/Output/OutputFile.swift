import Glibc
import ShedCheck
import ShedMessages
import ShedProject
import ShedModel

/// Where a made file goes: to a file, whole or not at all, or to the standard output.
package struct OutputFile {
    /// `nil`: the standard output.
    package let path: [UInt8]?
    private let file: ExportFile?

    /// The file as it was when it was written; `nil` where it was not, or somebody wrote into it meanwhile.
    package var written: ExportFile.Written? { file?.written }

    /// Looks at the place before the work begins: it is in a folder that is there, not inside the project, and a file that is
    /// there is replaced only where that was asked for.
    /// - Parameters:
    ///   - argument: what was typed; “-” is the standard output.
    ///   - option: what it was typed with, for messages.
    package init(_ argument: String, of option: String, force: Bool, _ session: Session, _ project: Project) throws {
        try self.init(argument == "-" ? nil : session.absolute(argument), of: option, force: force, project)
    }

    /// - Parameters:
    ///   - path: absolute; `nil` is the standard output.
    ///   - expected: a file that is replaced without `force` too, as long as it is as it was.
    package init(_ path: [UInt8]?, of option: String, force: Bool, replacing expected: ExportFile.Written? = nil, _ project: Project) throws {
        guard let named = path else {
            (self.path, file) = (nil, nil)
            return
        }
        let slash = UInt8(ascii: "/")
        guard let parts = AbsolutePath.parts(of: named) else {
            throw ShedError(.usage, .namesNoFile(option: option), remedy: .nameFileInFolder)
        }
        let path = AbsolutePath.joined(try RealPath.of(parts.parent), parts.name)
        let file = try NamedFile(path, of: option)
        try file.refuseDocument(of: option)
        let inside = path.starts(with: project.home.path + [slash]) ? path.dropFirst(project.home.path.count + 1).split(separator: slash) : []
        if let last = inside.last, !inside.contains(where: { $0.first == UInt8(ascii: ".") }) {
            throw ShedError(
                .usage, .fileWouldBeAdded(option: option, path: file.label),
                remedy: .nameFileOutside(example: "../\(EscapedText.escape(Array(last)))"))
        }
        var facts = stat()
        if lstat(path.cString, &facts) == 0, facts.st_mode & S_IFMT != S_IFREG {
            throw ShedError(.usage, .noRegularFile(option: option, path: file.label), remedy: .nameRegularFile)
        }
        self.path = path
        self.file = try ExportFile(path, of: option, force: force, replacing: expected)
    }

    /// Writes what is made, piece by piece. Where that fails, nothing is left.
    /// - Parameter make: makes it, and gives the pieces to the closure that it gets.
    package func fill<Made>(
        _ session: Session, _ make: (_ write: ([UInt8]) throws(ShedError) -> Void) throws(ShedError) -> Made
    ) throws(ShedError) -> Made {
        guard let file else {
            return try make { bytes throws(ShedError) in
                session.output.bytes(bytes)
                try session.output.flush()
            }
        }
        do throws(ShedError) {
            let made = try make(file.write)
            try file.finish()
            return made
        } catch {
            file.discard()
            throw error
        }
    }

    /// The same of bytes that are there already.
    package func write(_ bytes: [UInt8], _ session: Session) throws(ShedError) {
        try fill(session) { write throws(ShedError) in try write(bytes) }
    }
}

extension Session {
    /// Says what was written where, unless it went to standard output.
    /// - Parameter facts: the further members of the JSON.
    package func sayWritten(_ target: OutputFile, _ what: String, _ facts: [(String, JSONValue)]) {
        sayWritten(target, facts) { "wrote \(what) to \($0)" }
    }

    /// The same in words of its own.
    /// - Parameter words: what is said, by the path as it can be shown.
    package func sayWritten(_ target: OutputFile, _ facts: [(String, JSONValue)], words: (_ path: String) -> String) {
        guard let path = target.path else { return }
        if options.json {
            var object = JSONBuilder()
            object.add("path", bytes: path)
            for (key, value) in facts { object.add(key, value) }
            output.json(object.value)
        } else if options.zero {
            output.path(path)
        }
        say(words(EscapedText.escape(path)))
    }
}
