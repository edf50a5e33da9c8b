import ArgumentParser
import Glibc
import ShedEngine
import ShedModel

/// The options of a verb that makes a file.
struct OutputOptions: ParsableArguments {
    @Option(name: [.long, .customShort("o")], help: ArgumentHelp("The file to write; “-” for the standard output.", valueName: "file"), completion: .file())
    var output: String
    @Flag(help: "Replace the file if it is there.") var force = false

    /// Bytes only.
    var isStandardOutput: Bool { output == "-" }

    /// How the file's name ends, without the point, in lower case; empty on standard output.
    var suffix: String {
        isStandardOutput ? "" : String(decoding: Name(bytes: RawArguments.bytes(of: output)).parts.suffix.dropFirst(), as: UTF8.self).lowercased()
    }

    /// Looks at the place before the work begins.
    func target(_ session: Session, _ project: Project) throws -> OutputFile {
        try OutputFile(output, of: "--output", force: force, session, project)
    }
}

/// Where a made file goes: to a file, whole or not at all, or to the standard output.
struct OutputFile {
    /// `nil`: the standard output.
    let path: [UInt8]?
    private let file: ExportFile?

    /// Looks at the place before the work begins: it is in a folder that is there, not inside the project, and a file that is
    /// there is replaced only where that was asked for.
    /// - Parameters:
    ///   - argument: what was typed; “-” is the standard output.
    ///   - option: what it was typed with, for messages.
    init(_ argument: String, of option: String, force: Bool, _ session: Session, _ project: Project) throws {
        guard argument != "-" else {
            (path, file) = (nil, nil)
            return
        }
        let slash = UInt8(ascii: "/")
        let named = session.absolute(argument)
        guard let name = named.split(separator: slash, omittingEmptySubsequences: false).last, let folder = named.lastIndex(of: slash) else {
            throw ShedError(.usage, "\(option) names no file", remedy: "Name a file in a folder that is there.")
        }
        let path = try RealPath.of(folder == 0 ? [slash] : Array(named[..<folder])) + (folder == 0 ? [] : [slash]) + name
        let file = try NamedFile(path, of: option)
        try file.refuseDocument(of: option)
        let inside = path.starts(with: project.rootPath + [slash]) ? path.dropFirst(project.rootPath.count + 1).split(separator: slash) : []
        if let last = inside.last, !inside.contains(where: { $0.first == UInt8(ascii: ".") }) {
            throw ShedError(
                .usage, "\(option): \(file.label) is inside the project, where a new file would be an addition",
                remedy: "Name a file outside of it, such as ../\(EscapedText.escape(Array(last))).")
        }
        var facts = stat()
        if lstat((path + [0]).map { CChar(bitPattern: $0) }, &facts) == 0, facts.st_mode & S_IFMT != S_IFREG {
            throw ShedError(.usage, "\(option): \(file.label) is no regular file", remedy: "Name a regular file, or “-” for the standard output.")
        }
        self.path = path
        self.file = try ExportFile(path, of: option, force: force)
    }

    /// Has something made and takes it. Where that fails, nothing is left.
    func take<Made>(_ session: Session, _ make: () throws(ShedError) -> (made: Made, file: MadeFile)) throws(ShedError) -> Made {
        do throws(ShedError) {
            let (made, source) = try make()
            guard let file else {
                try source.pieces { bytes throws(ShedError) in
                    session.output.bytes(bytes)
                    try session.output.flush()
                }
                return made
            }
            try source.pieces(file.write)
            try file.finish()
            return made
        } catch {
            file?.discard()
            throw error
        }
    }

    /// The same of bytes that are there already.
    func write(_ bytes: [UInt8], _ session: Session) throws(ShedError) {
        guard let file else {
            session.output.bytes(bytes)
            return try session.output.flush()
        }
        do throws(ShedError) {
            try file.write(bytes)
            try file.finish()
        } catch {
            file.discard()
            throw error
        }
    }
}

extension Session {
    /// Says what was written where, unless it went to standard output.
    /// - Parameter facts: the further members of the JSON.
    func sayWritten(_ target: OutputFile, _ what: String, _ facts: [(String, JSONValue)]) {
        guard let path = target.path else { return }
        if options.json {
            var object = JSONBuilder()
            object.add("path", bytes: path)
            for (key, value) in facts { object.add(key, value) }
            output.json(object.value)
        } else if options.zero {
            output.path(path)
        }
        say("wrote \(what) to \(EscapedText.escape(path))")
    }
}
