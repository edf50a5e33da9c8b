import ShedTestSupport
import Testing

/// What scenarios in a project are made of.
extension Shelf {
    /// A poetry project “Poems” in the work directory, with settings, texts in Draft and folders, and all of them taken in.
    /// - Parameters:
    ///   - drafts: what the texts hold, by their names.
    ///   - folders: from the project's root.
    package static func withPoems(settings: String, drafts: KeyValuePairs<String, String>, folders: [String] = []) throws -> Shelf {
        let shelf = try withPoems()
        shelf.makeFile("Poems/.shed/settings.toml", settings)
        for (name, text) in drafts { shelf.makeFile("Poems/Draft/\(name)", text) }
        for folder in folders { shelf.makeDirectory("Poems/\(folder)") }
        try #require(try shelf.shed("sync", in: "Poems").code == 0)
        return shelf
    }

    /// The same with three texts, none of which is in the one collection “Book”.
    package static func withCollection(settings: String) throws -> Shelf {
        let drafts: KeyValuePairs = ["Ode.txt": "Ode here\n", "Rain.txt": "Rain here\n", "Sea.txt": "Sea here\n"]
        return try withPoems(settings: settings, drafts: drafts, folders: ["Collections/Book"])
    }

    /// The function `links [FOLDER]`, in one line: the links in a folder, “Book” if none is named, and what they hold.
    package static let links = """
        links() { (cd "${1:-Collections/Book}"; for f in *; do [ ! -L "$f" ] || echo "$f $(readlink "$f")"; done); }

        """

    /// Runs a script of the shell in a project, where `$SHED` is the program.
    package func script(_ script: String, in project: String = "Poems") throws -> Result {
        let text = "export SHED='\(ShedProgram.path)'; cd \(project); \(script)"
        return try spawn("/bin/sh", [Array("-c".utf8), Array(text.utf8)], input: nil, in: work)
    }

    /// Runs a line of shell in the work directory.
    package func shell(_ line: String) throws -> Result {
        try spawn("/bin/sh", [Array("-c".utf8), Array(line.utf8)], input: nil, in: work)
    }

    /// The same of a line that has to succeed.
    package func shellDone(_ line: String) throws {
        let done = try shell(line)
        try #require(done.code == 0, "\(done.err)")
    }

    /// A script that is done while a daemon watches. It can `await` things; the daemon's log is `../log`, what it says besides `../errors`.
    package static func watched(_ script: String) -> String {
        """
        \(ShellScript.await("cat ../log", otherwise: "kill -KILL $daemon; exit 9"))
        : > ../log; "$SHED" watch --json >> ../log 2>../errors & daemon=$!
        await 'grep -q watching ../log'
        \(script)
        kill -TERM $daemon; wait $daemon; echo "ended $?"
        """
    }
}

extension RunResult {
    /// What it said, and then what it said of errors.
    package var everything: String { text + err }
}
