import Glibc
import ShedCommand

/// The program.
@main
enum Shed {
    /// The program's version.
    static let version = "0.1.0"

    /// Its verbs, and the kinds of project that it knows.
    static var program: Program { Program(RootCommand.self, overview: RootCommand.overview, kinds: Installed.kinds) }

    static func main() {
        // A file that would grow beyond “ulimit -f” is an error of the write, which is said, and no end without a word.
        signal(SIGXFSZ, SIG_IGN)
        exit(program.main())
    }
}
