import ShedTestSupport

/// The shell that a trial runs in: POSIX sh with functions to wait and to type.
///
/// | function | does |
/// | --- | --- |
/// | `await CONDITION` | waits until the shell condition holds; gives up after a minute, or two |
/// | `barrier` | returns when shed has taken in all that happened before: the daemon by itself, else `shed sync` |
/// | `id PATH` | prints the ID of a node |
/// | `open COMMAND` | starts a program in a terminal of its own (24 × 80); what it shows is in `../screen`, its number in `../pid` |
/// | `keys TEXT` | types, in the notation of printf(1) |
/// | `closed` | waits until the program has ended |
/// | `holds PATH TEXT` | whether a file contains the text |
enum TrialScript {
    private static let functions = """
        set -eu
        \(ShellScript.await(":"))
        holds() { grep -q -- "$2" "$1" 2>/dev/null; }
        id() { "$SHED" show --json "$1" | grep -m1 '"id"' | tr -d ' ",' | cut -d: -f2; }
        open() {
            rm -f ../keys; mkfifo ../keys; : > ../screen
            script -qfec "stty rows 24 cols 80; echo \\$\\$ > ../pid; exec $1" ../screen < ../keys > /dev/null & terminal=$!
            exec 3> ../keys
        }
        keys() { printf "$1" >&3; }
        closed() { wait $terminal; exec 3>&-; }

        """

    private static let watched = """
        barrier() { await '"$SHED" status --json | tr -d " " | grep -q "\\"clean\\":true"'; }
        "$SHED" watch --json > ../log 2> ../errors & daemon=$!
        trap 'kill -KILL $daemon' EXIT
        await 'grep -q watching ../log'

        """

    private static let watchedEnd = """

        barrier
        kill -TERM $daemon; wait $daemon; trap - EXIT
        ! [ -s ../errors ] || { cat ../errors >&2; exit 7; }
        """

    private static let alone = """
        barrier() { "$SHED" sync --json > ../synced || { cat ../synced >&2; exit 8; }; }

        """

    /// The whole script; ends with 0 if the program did what it should, and the daemon too.
    static func text(_ script: String, _ attendance: Attendance) -> String {
        switch attendance {
        case .watched: functions + watched + script + watchedEnd
        case .alone: functions + alone + script + "\nbarrier\n"
        }
    }
}
