import Glibc
import ShedDisk
import ShedMessages
import ShedProject
import ShedModel

/// The person's editor, opened on a copy of a text: what is saved comes to the project only when it has been checked.
package struct TextEditor {
    private let command: String

    /// `$VISUAL`, else `$EDITOR`, else `vi` (environ(7)).
    package init(_ session: Session) throws(ShedError) {
        guard isatty(STDIN_FILENO) == 1 || session.surroundings.environment["VISUAL"] != nil || session.surroundings.environment["EDITOR"] != nil else {
            throw ShedError(.usage, .noTerminal, remedy: .setEditorWithout)
        }
        let environment = session.surroundings.environment
        command = [environment["VISUAL"], environment["EDITOR"]].compactMap { $0 }.first { !$0.isEmpty } ?? "vi"
    }

    /// Lets the person edit a text until it passes, is left as it was, or they give up.
    /// - Parameters:
    ///   - name: of the file that the editor sees.
    ///   - accept: takes the text over; what it throws is shown, and the person may go back in.
    /// - Returns: whether a changed text was accepted.
    /// - Throws: when the person gives up: the text is kept, and the error says where.
    package func edit(_ text: [UInt8], named name: Name, _ session: Session, accept: ([UInt8]) throws -> Void) throws -> Bool {
        let directory = try Scratch()
        try directory.handle.write(name, text, replacing: false)
        while true {
            do { try run(directory.path(of: name)) } catch {
                // What was saved before the editor failed is kept, also where it cannot be read; not where nothing is there any more.
                let isThere: Bool
                do { isThere = try directory.handle.kind(of: name) != nil } catch { isThere = true }
                guard !isThere || (try? directory.handle.read(name, atMost: TextEditor.largest)) == text else {
                    Output.note("shed: \(error)")
                    throw ShedError(.environment, notTaken(directory.path(of: name)))
                }
                // That the editor failed is what is told.
                try? directory.remove()
                throw error
            }
            let edited = try directory.handle.read(name, atMost: TextEditor.largest)
            guard edited != text else {
                try directory.remove()
                return false
            }
            do {
                try accept(edited)
                try directory.remove()
                return true
            } catch let error as ShedError {
                Output.note("shed: \(error)")
                guard try goesBackIn(session) else {
                    throw ShedError(error.kind, notTaken(directory.path(of: name)))
                }
            }
        }
    }

    private func notTaken(_ path: String) -> Message { .textNotTaken(path: EscapedText.escape(Array(path.utf8))) }

    private static let largest = 4 << 20

    private func goesBackIn(_ session: Session) throws -> Bool {
        guard isatty(STDIN_FILENO) == 1 else { return false }
        Output.note("Go back in? [Y/n]")
        guard let answer = readLine() else { return false }
        return !answer.lowercased().hasPrefix("n")
    }

    /// Runs the editor, which may have options of its own, on a file and waits for it.
    private func run(_ path: String) throws {
        let words = ["sh", "-c", "\(command) \"$@\"", command, path]
        var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { pointers.forEach { free($0) } }
        var process = pid_t()
        let code = posix_spawn(&process, "/bin/sh", nil, nil, &pointers, environ)
        guard code == 0 else { throw ShedError(.environment, .editorNotStarted(reason: .system(code)), remedy: .setEditor) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        guard status == 0 else {
            throw ShedError(.environment, .editorFailed(command: EscapedText.escape(Array(command.utf8))), remedy: .setEditor)
        }
    }
}

/// A directory of our own for passing files.
private struct Scratch {
    let handle: DirectoryHandle
    private let root: String

    init() throws {
        let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(base)/shed-edit-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw ShedError(.environment, .noPassingFile(folder: EscapedText.escape(Array(base.utf8)), reason: .system(errno)), remedy: .setTemporaryDirectory)
        }
        root = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        handle = try DirectoryHandle(path: root)
    }

    func path(of name: Name) -> String { root + "/" + String(decoding: name.bytes, as: UTF8.self) }

    func remove() throws {
        for entry in try handle.list(atMost: 1_000) where entry.kind != .directory { try handle.removeFile(entry.name) }
        rmdir(root)
    }
}
