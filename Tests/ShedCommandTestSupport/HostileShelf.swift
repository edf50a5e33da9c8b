import Glibc
import ShedModel
import ShedTestSupport
import Testing

/// Scenarios as shell scripts, run as a user whom the kernel can refuse something.
extension Shelf {
    /// What every scenario knows:
    /// - `r VERB …` runs shed, a minute at most, and prints the verb with its exit code; `$T/results` and `$T/messages` hold what it said.
    /// - `ids` prints every path with its ID.
    /// - `files` prints the contents of all visible files, sorted.
    private static let hostilePrelude = """
        as() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; else "$@"; fi; }
        r() { timeout 60 "$SHED" "$@" > "$T/results" 2> "$T/messages"; echo "$1 $?"; }
        ids() { "$SHED" tree --json | tr -d '\\n' | sed 's/"id": */\\n/g' | sed -n 's/^\\("[^"]*"\\|null\\).*"path": *\\("[^"]*"\\), *"name".*/\\2 \\1/p' | sort -u; }
        files() { find . -name .shed -prune -o -type f -exec cat {} + | sort; }
        said() { grep -q -- "$1" "$T/results" "$T/messages" || { echo "not said: $1"; cat "$T/results" "$T/messages"; }; }
        unsaid() { ! grep -- "$1" "$T/results" "$T/messages"; }

        """

    /// The build directory may be one that only its owner may enter. The program has a hundred megabytes, and is copied only then.
    private static let canAnybodyRunIt: Bool = {
        var place = ""
        return ShedProgram.path.split(separator: "/").allSatisfy { name in
            place += "/\(name)"
            var status = stat()
            return stat(place, &status) == 0 && status.st_mode & 0o005 == 0o005
        }
    }()

    /// Runs a scenario in the work directory.
    /// - Parameter asNobody: as another user than root, who owns everything here.
    package func scenario(_ script: String, asNobody: Bool = false) throws -> String {
        let program = asNobody && !Shelf.canAnybodyRunIt ? "\(path)/shed" : ShedProgram.path
        let start = "export SHED='\(program)' T='\(path)'\n" + Shelf.hostilePrelude
        var words = ["-c", start + script].map { Array($0.utf8) }
        var shell = "/bin/sh"
        if asNobody {
            if program != ShedProgram.path {
                let copied = try spawn("/bin/cp", [Array(ShedProgram.path.utf8), Array(program.utf8)], input: nil, in: "/")
                try #require(copied.code == 0, "\(copied.err)")
            }
            if getuid() == 0 {
                mkdir(state, 0o755)
                let owned = try spawn("/bin/chown", ["-R", "65534:65534", path].map { Array($0.utf8) }, input: nil, in: "/")
                try #require(owned.code == 0, "\(owned.err)")
                words = ["--reuid=65534", "--regid=65534", "--clear-groups", shell].map { Array($0.utf8) } + words
                shell = "setpriv"
            }
        }
        let result = try spawn(shell, words, input: nil, in: work)
        if asNobody {
            // So that the directory can be removed, and looked at by the test.
            let opened = try spawn("/bin/chmod", ["-R", "u+rwX", path].map { Array($0.utf8) }, input: nil, in: "/")
            #expect(opened.code == 0)
        }
        return result.text + result.err
    }

    /// Writes a file in the work directory whose name need not be UTF-8.
    package func write(_ text: String, to name: [UInt8]) {
        guard let file = fopen((Array("\(work)/".utf8) + name + [0]).map({ CChar(bitPattern: $0) }), "we") else {
            Issue.record("cannot write \(name)")
            return
        }
        fputs(text, file)
        fclose(file)
    }
}
