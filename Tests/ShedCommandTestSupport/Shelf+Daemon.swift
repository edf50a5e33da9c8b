import ShedTestSupport

/// What scenarios with the daemon of all projects begin with.
extension Shelf {
    /// `await` waits for a condition, for a minute at most; `begin` starts a daemon with the options given.
    package static let daemonPrelude = """
        set -u
        \(ShellScript.await("cat \"$T/log\" \"$T/errors\"", otherwise: "kill -KILL $daemon; exit 9"))
        begin() { : > "$T/log"; : > "$T/errors"; "$@" >> "$T/log" 2>>"$T/errors" & daemon=$!; await 'grep -q "\\"event\\":\\"ready\\"" "$T/log"'; }
        # The process that works, for which the one that was started waits.
        worker() { read -r child rest < /proc/$daemon/task/$daemon/children; echo $child; }
        end() { kill -TERM $daemon; wait $daemon; echo "ended $?"; }
        said() { grep -q -- "$1" "$T/errors" || { echo "not said: $1"; cat "$T/errors"; }; }
        id() { "$SHED" show --json "$1" | tr -d '\\n ' | sed 's/^{"id":"\\([^"]*\\)".*/\\1/'; }

        """
}
