/// Pieces of the scripts for sh(1) that tests run.
public enum ShellScript {
    /// The function `await CONDITION`, in one line: returns when a command succeeds. It asks ten times a second; what the
    /// command says on stderr meanwhile, such as of a file that is not there yet, is no result.
    /// - Parameters:
    ///   - log: a command that shows what helps where it never does.
    ///   - patience: how often it asks; a word of the script. 600 is a minute.
    ///   - otherwise: what it does then.
    public static func await(_ log: String, patience: String = "600", otherwise: String = "exit 9") -> String {
        #"await() { n=0; until eval "$1" 2> /dev/null; do n=$((n+1)); [ $n -gt \#(patience) ] && { echo "gave up: $1" >&2; \#(log) >&2; \#(otherwise); }; sleep 0.1; done; }"#
    }

    /// The function `hear WORD`, in one line: reads what comes on descriptor 3, a pipe that a program writes to, up to a line that holds
    /// the word. It waits without looking again and again; a program that ends before it said so is a fault.
    public static let hear =
        #"hear() { while read -r heard <&3; do case $heard in *"$1"*) return;; esac; done; echo "it ended without: $1" >&2; exit 9; }"#
}
