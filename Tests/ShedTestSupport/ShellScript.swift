/// Pieces of the scripts for sh(1) that tests run.
public enum ShellScript {
    /// The function `await CONDITION`, in one line: returns when a command succeeds. It asks twenty times a second; what the
    /// command says on stderr meanwhile, such as of a file that is not there yet, is no result.
    /// - Parameters:
    ///   - log: a command that shows what helps where it never does.
    ///   - patience: how often it asks; a word of the script. 1200 is a minute.
    ///   - otherwise: what it does then.
    public static func await(_ log: String, patience: String = "1200", otherwise: String = "exit 9") -> String {
        #"await() { n=0; until eval "$1" 2> /dev/null; do n=$((n+1)); [ $n -gt \#(patience) ] && { echo "gave up: $1" >&2; \#(log) >&2; \#(otherwise); }; sleep 0.05; done; }"#
    }
}
