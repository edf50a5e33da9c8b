import ShedModel

/// The script that every action runs: `run ACTION PATH…`. It calls shed and shows what it says.
///
/// What shed says is shown whole, by zenity or kdialog, else by the program that opens texts. A short answer is a
/// notification where notify-send can show one. The script ends with shed's own code.
struct ActionScript {
    static let name = "run"

    private let executable: String
    private let environment: [(name: String, value: String)]

    /// - Parameters:
    ///   - executable: the absolute path of shed.
    ///   - environment: as of ``ServiceUnit``.
    /// - Throws: ``ServiceError`` for a path that is not UTF-8 or holds control characters.
    init(executable: [UInt8], environment: [String: String]) throws(ServiceError) {
        self.executable = try ServiceCommand(executable: executable).executable
        self.environment = try LastingVariables.of(environment)
    }

    /// The text of the script, without what ``OwnedFile`` puts before it.
    var text: String {
        """
        # What the actions “\(FileAction.allCases.map { $0.title() }.joined(separator: "”, “"))” of file managers run:
        #     run ACTION [PATH…]                  without a path: the folder that it is started in
        #     run fits ACTION [PATH…]             ends with 0, and prints “true”, where the action makes sense
        #     run --nautilus ACTION               the paths are in NAUTILUS_SCRIPT_SELECTED_FILE_PATHS
        shed=\(ShellWord.literal(executable))
        \(environment.map { "export \($0.name)=\(ShellWord.literal($0.value))\n" }.joined())
        """ + Self.body + Self.doing + Self.ending
    }

    private static let body = #"""
        newline='
        '

        # Paths with a newline after each. A name may hold newlines too; what follows one inside of a path does not begin
        # with “/”.
        if [ "${1-}" = --nautilus ]; then
            action=${2-}
            set --
            path=
            if [ -n "${NAUTILUS_SCRIPT_SELECTED_FILE_PATHS-}" ]; then
                while IFS= read -r line; do
                    case $line in
                    /*) [ -z "$path" ] || set -- "$@" "$path"
                        path=$line ;;
                    *) path=$path$newline$line ;;
                    esac
                done <<END
        ${NAUTILUS_SCRIPT_SELECTED_FILE_PATHS%"$newline"}
        END
                set -- "$@" "$path"
            fi
        else
            action=${1-}
            [ $# -eq 0 ] || shift
        fi
        [ $# -gt 0 ] || set -- "$PWD"

        work=$(mktemp -d) || exit 2
        trap 'rm -rf "$work"' EXIT
        trap 'exit 2' HUP INT TERM
        answer=$work/answer

        have() { command -v "$1" >/dev/null 2>&1; }

        # The program for dialogs: that of the desktop, if both are there. Empty without a screen.
        dialogs=
        if [ -n "${DISPLAY-}${WAYLAND_DISPLAY-}" ]; then
            case ${XDG_CURRENT_DESKTOP-} in
            *KDE*) order='kdialog zenity' ;;
            *) order='zenity kdialog' ;;
            esac
            for program in $order; do
                [ -n "$dialogs" ] || ! have "$program" || dialogs=$program
            done
        fi

        # Shows the whole answer under a title, as text that is not interpreted.
        show() {
            if [ "$(wc -c <"$answer")" -gt 1000000 ]; then
                head -c 1000000 "$answer" >"$work/beginning"
                printf '\n\n(There is more. Run shed in a terminal to see all of it.)\n' >>"$work/beginning"
                mv "$work/beginning" "$answer"
            fi
            case $dialogs in
            zenity) zenity --text-info --title="$1" --filename="$answer" --width=800 --height=500 >/dev/null 2>&1 ;;
            kdialog) kdialog --title "$1" --textbox "$answer" 800 500 >/dev/null 2>&1 ;;
            *)
                kept=${XDG_CACHE_HOME:-$HOME/.cache}/shed
                if [ -n "${DISPLAY-}${WAYLAND_DISPLAY-}" ] && have xdg-open && mkdir -p "$kept" &&
                    { printf '%s\n\n' "$1" && cat "$answer"; } >"$work/text" && mv "$work/text" "$kept/answer.txt"; then
                    xdg-open "$kept/answer.txt" >/dev/null 2>&1 && return
                fi
                notify "$1" || { printf '%s\n' "$1" && cat "$answer"; } >&2 ;;
            esac
        }

        # A notification; false if it cannot be shown. Its text is markup, so what is markup in the answer is escaped.
        notify() {
            have notify-send || return 1
            body=$(head -c 2000 "$answer" | sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g')
            notify-send --app-name=shed -- "$1" "$body" >/dev/null 2>&1
        }

        # Tells how it ended and goes: $1 is shed's code, $2 what to say if it is 0, $3 if it is not.
        finish() {
            if [ "$1" -eq 0 ] && [ "$(wc -l <"$answer")" -le 3 ]; then
                notify "$2" || show "$2"
            elif [ "$1" -eq 0 ]; then
                show "$2"
            else
                show "$3"
            fi
            exit "$1"
        }

        # The one folder that is meant: what is selected, or the folder that it is in.
        one_folder() {
            if [ $# -ne 1 ]; then
                echo 'Select one folder.' >"$answer"
                finish 2 '' 'shed: too much is selected'
            fi
            folder=$1
            case $folder in
            /*) ;;
            *) folder=$PWD/$folder ;;
            esac
            [ -d "$folder" ] || folder=${folder%/*}
            while [ "$folder" != "${folder%/}" ]; do folder=${folder%/}; done
            folder=${folder:-/}
        }

        """# + ActionScript.questions + #"""
        case $action in
        check)
            "$shed" check --color never --plain -- "$@" >"$answer" 2>&1
            code=$?
            if [ $code -eq 1 ]; then failure='shed has findings'; else failure='shed could not check'; fi
            finish $code 'shed: checked' "$failure" ;;
        record)
            one_folder "$@"
            echo 'Title=' >"$work/pairs"
            # One pair a line. Who closes the dialog wants none.
            case $dialogs in
            zenity) zenity --text-info --editable --title='New record: one KEY=VALUE a line' --filename="$work/pairs" \
                --width=600 --height=400 >"$work/lines" 2>/dev/null || exit 0 ;;
            kdialog) kdialog --title 'New record' --textinputbox 'One KEY=VALUE a line:' 'Title=' >"$work/lines" 2>/dev/null || exit 0 ;;
            *) : >"$work/lines" ;;
            esac
            set --
            while IFS= read -r line || [ -n "$line" ]; do
                case $line in
                '' | 'Title=') ;;
                *) set -- "$@" "$line" ;;
                esac
            done <"$work/lines"
            "$shed" record new -C "$folder" --color never -- "${folder##*/}" "$@" >"$answer" 2>&1
            finish $? 'shed: a new record' 'shed made no record' ;;
        export)
            one_folder "$@"
            start=${HOME:-/}/${folder##*/}-export.json
            file=
            # Both ask before they name a file that is there.
            case $dialogs in
            zenity) file=$(zenity --file-selection --save --confirm-overwrite --title='Export collection' --filename="$start" 2>/dev/null) || exit 0 ;;
            kdialog) file=$(kdialog --title 'Export collection' --getsavefilename "$start" 2>/dev/null) || exit 0 ;;
            esac
            set --
            if [ -n "$file" ]; then
                set -- "--output=$file"
                [ ! -e "$file" ] || set -- "$@" --force
            fi
            "$shed" collection export -C "$folder" --color never "$@" -- "${folder##*/}" >"$answer" 2>&1
            finish $? 'shed: exported' 'shed exported nothing' ;;

        """#

    private static let ending = #"""
        *)
            echo 'usage: run \#(FileAction.allCases.map(\.rawValue).joined(separator: "|")) [PATH…]' >&2
            exit 2 ;;
        esac

        """#
}
