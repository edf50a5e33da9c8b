import Glibc
import ShedDisk
import ShedModel
import ShedProjectTestSupport
import ShedTestSupport
import Testing

@testable import ShedProject

private let hasGit = access("/usr/bin/git", X_OK) == 0

/// What git leaves out and what attributes it gives, read without git and held against what git says.
@Suite(.enabled(if: hasGit, "git not installed")) struct GitIgnoresTests {
    private static let paths = [".shed", ".shed/project.json", ".shed/ops", ".shed/ops/0123/x.jsonl", ".shed/staging"]

    /// The files of patterns, by where they stand: of the top, of a folder between, of the project, `info/exclude` and the person's.
    private static let cases: [[String: String]] = [
        [:], ["P/.gitignore": ".shed"], ["P/.gitignore": ".*\n!.shed"], [".gitignore": ".shed/"], [".gitignore": "/A/P/.shed"], [".gitignore": "/P"],
        [".gitignore": "A/*\n!A/P"], ["A/.gitignore": "P"], ["A/.gitignore": ".shed\n", "P/.gitignore": "!/.shed/\n!/.shed/**"],
        [".gitignore": "*.jsonl", "P/.gitignore": "!.shed/ops/**"], [".gitignore": "*.json*", "P/.gitignore": "!*.json"], ["exclude": ".shed"],
        ["exclude": ".*", "P/.gitignore": "!/.shed/"], ["excludes": ".*\n"], ["excludes": ".*\n", "P/.gitignore": "!.shed"], ["P/.gitignore": "!/.shed/\n!/.shed/**\n/.shed/staging/"],
        [".gitignore": "/.shed", "A/.gitignore": "/.shed"], [".gitignore": "**/ops"], ["P/.gitignore": "ops/0123/"], ["A/.gitignore": "P/.shed/*"],
    ]

    /// A repository with a project in `A/P`, and those files.
    private func repository(_ files: [String: String]) throws -> (shelf: Shelf, tree: GitWorkTree, root: DirectoryHandle) {
        let shelf = try Shelf()
        try shelf.shell("export GIT_CONFIG_NOSYSTEM=1 HOME=$PWD/home; git init -q -b main tree; mkdir -p tree/.git/info tree/A/P/.shed/ops/0123 tree/A/P/.shed/staging home/.config/git; touch tree/A/P/.shed/project.json tree/A/P/.shed/ops/0123/x.jsonl")
        let places = [
            ".gitignore": "tree/.gitignore", "A/.gitignore": "tree/A/.gitignore", "P/.gitignore": "tree/A/P/.gitignore", "exclude": "tree/.git/info/exclude",
            "excludes": "home/.config/git/ignore",
        ]
        for (name, text) in files { try shelf.shell("printf '%s\\n' '\(text)' > \(places[name] ?? name)") }
        let path = shelf.path + "/tree"
        let names = path.utf8.split(separator: UInt8(ascii: "/")).map { Name(bytes: Array($0)) }
        let tree = try #require(GitWorkTree(in: try DirectoryHandle(path: path), path: names, below: "A/P"))
        return (shelf, tree, try DirectoryHandle(path: path + "/A/P"))
    }

    @Test(arguments: cases) func `a path is left out if git says so`(files: [String: String]) throws {
        let (shelf, tree, root) = try repository(files)
        let environment = ["HOME": shelf.path + "/home", "GIT_CONFIG_NOSYSTEM": "1"]
        let settings = GitSettings(of: tree, environment: environment)
        let ignores = GitIgnores(tree, root: root, path: Array((shelf.path + "/tree/A/P").utf8), excludes: settings.excludes(environment))
        for text in Self.paths {
            let said = try shelf.shell("export GIT_CONFIG_NOSYSTEM=1 HOME=$PWD/home; cd tree/A/P; git check-ignore -q '\(text)' && echo out || echo in")
            let isFile = text.contains(".json")
            #expect((ignores.lost(RelativePath(stringLiteral: text), isFile ? .file : .directory) != nil) == (said == "out\n"), "\(text)")
        }
    }

    @Test(arguments: [
        "* text=auto", "* -text", "* text", "*.jsonl text eol=crlf", "*.jsonl -text", "* crlf", "* eol=crlf", "*.json text", "* binary", "* text\n*.jsonl !text", "# * text",
        "/.shed/** text", "/A/P/.shed/** text", ".shed/ text", "* text=auto\n*.jsonl binary", "",
    ]) func `line ends are kept if git says so`(text: String) throws {
        for isConverting in [false, true] {
            let (shelf, _, _) = try repository([:])
            try shelf.shell("printf '%s\\n' '\(text)' > tree/.gitattributes")
            let path: RelativePath = "A/P/.shed/ops/0123/x.jsonl"
            var attributes = PathAttributes()
            attributes.take(Array("\(text)\n".utf8), of: path)
            // What a checkout of a text makes of it.
            let said = try shelf.shell("""
                export GIT_CONFIG_NOSYSTEM=1 HOME=$PWD/home; cd tree; printf 'a\\nb\\n' > A/P/.shed/ops/0123/x.jsonl
                git config core.autocrlf false; git add -f A/P/.shed/ops/0123/x.jsonl .gitattributes 2> /dev/null; rm A/P/.shed/ops/0123/x.jsonl
                git config core.autocrlf \(isConverting); git config core.eol crlf; git checkout -q -- A/P/.shed/ops/0123/x.jsonl; tr -cd '\\r' < A/P/.shed/ops/0123/x.jsonl | wc -c
                """)
            #expect(attributes.changesLineEnds(byDefault: isConverting) == (said != "0\n"), "\(text.debugDescription), \(isConverting)")
        }
    }

    @Test func `files without an end, links and pipes are passed over`() throws {
        let (shelf, tree, root) = try repository(["P/.gitignore": ".shed"])
        let environment = ["HOME": shelf.path + "/home", "GIT_CONFIG_NOSYSTEM": "1"]
        for damage in [
            "rm .git/config; mkfifo .git/config", "rm .git/config; ln -s /dev/zero .git/config", "rm .git/config; truncate -s 4G .git/config", "rm -r .git/info; ln -s / .git/info",
            "rm -f A/.gitignore; mkfifo A/.gitignore", "ln -sf /dev/zero .gitignore", "truncate -s 4G .gitattributes", "rm .gitignore; head -c 3000000 /dev/zero | tr '\\0' '*' > .gitignore",
        ] {
            try shelf.shell("cd tree; \(damage)")
            let settings = GitSettings(of: tree, environment: environment)
            let ignores = GitIgnores(tree, root: root, path: [], excludes: settings.excludes(environment))
            #expect(ignores.lost(".shed", .directory)?.file == .ignore(above: 0), "\(damage)")
        }
    }
}
