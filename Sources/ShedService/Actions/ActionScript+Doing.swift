/// What the script does in projects of all kinds. Where an action does not fit, shed says why, and that is shown.
extension ActionScript {
    static let doing = #"""
        new)
            one_folder "$@"
            ask 'New here' 'Name of the new file:'
            "$shed" add file -C "$folder" --color never -- "$line" >"$answer" 2>&1
            finish $? 'shed: a new file' 'shed made no file' ;;
        ready)
            here "$@"
            if ! role_folder ready; then
                echo 'No folder of this project is for what is ready: projects of poetry and of short stories have one.' >"$answer"
                finish 1 '' 'shed moved nothing'
            fi
            "$shed" mv -C "$folder" --color never -- "$@" "$target" >"$answer" 2>&1
            finish $? 'shed: ready' 'shed moved nothing' ;;
        restore)
            here "$@"
            "$shed" restore -C "$folder" --color never -- "$@" >"$answer" 2>&1
            finish $? 'shed: restored' 'shed could not restore it' ;;
        accept)
            here "$@"
            target=
            # What does not go back to where it came from needs a folder.
            if ! "$shed" accept -C "$folder" --dry-run --color never -- "$@" >"$answer" 2>&1; then
                case $dialogs in
                zenity) target=$(zenity --file-selection --directory --title='Accept: into which folder?' --filename="$folder/" 2>/dev/null && printf x) || exit 0 ;;
                kdialog) target=$(kdialog --title 'Accept: into which folder?' --getexistingdirectory "$folder" 2>/dev/null && printf x) || exit 0 ;;
                *) finish 1 '' 'shed accepted nothing' ;;
                esac
                target=${target%x}
                target=${target%"$newline"}
            fi
            "$shed" accept -C "$folder" --color never ${target:+"--to=$target"} -- "$@" >"$answer" 2>&1
            finish $? 'shed: accepted' 'shed accepted nothing' ;;
        tag)
            here "$@"
            ask 'Tag' 'Tag, as NAME or GROUP/NAME:'
            "$shed" tag add --create -C "$folder" --color never -- "$line" "$@" >"$answer" 2>&1
            finish $? 'shed: tagged' 'shed gave no tag' ;;
        history)
            if [ $# -ne 1 ]; then
                echo 'Select one file or folder.' >"$answer"
                finish 2 '' 'shed: too much is selected'
            fi
            here "$@"
            [ "$folder" != "$1" ] || shift
            "$shed" log -C "$folder" --color never --plain -- "$@" >"$answer" 2>&1
            code=$?
            [ -s "$answer" ] || echo 'Nothing is known.' >"$answer"
            show 'shed: history'
            exit $code ;;
        fits)
            wanted=$1
            shift
            [ $# -gt 0 ] || set -- "$PWD"
            here "$@"
            place=$folder
            while [ ! -d "$place/.shed" ]; do
                [ -n "$place" ] || exit 1
                place=${place%/*}
            done
            case $wanted in
            ready) role_folder ready || exit 1 ;;
            restore)
                role_folder trash || exit 1
                trash=$(cd -P -- "$target" && pwd && printf x) || exit 1
                inside=$(cd -P -- "$folder" && pwd && printf x) || exit 1
                case ${inside%"$newline"x}/ in
                "${trash%"$newline"x}"/*) ;;
                *) exit 1 ;;
                esac ;;
            record | export) "$shed" collection list -C "$folder" >/dev/null 2>&1 || exit 1 ;;
            esac
            printf true
            exit 0 ;;

        """#

    /// What these need besides.
    static let questions = #"""
        # Asks for a line under a title. Who closes the dialog wants nothing.
        ask() {
            case $dialogs in
            zenity) line=$(zenity --entry --title="$1" --text="$2" 2>/dev/null && printf x) || exit 0 ;;
            kdialog) line=$(kdialog --title "$1" --inputbox "$2" 2>/dev/null && printf x) || exit 0 ;;
            *)
                echo 'Without a screen, and zenity or kdialog, nothing can be asked. Use shed in a terminal.' >"$answer"
                finish 2 '' "shed: $1" ;;
            esac
            line=${line%x}
            line=${line%"$newline"}
            [ -n "$line" ] || exit 0
        }

        # The folder that the first of what is selected lies in; a project's own is that itself.
        here() {
            folder=$1
            case $folder in
            /*) ;;
            *) folder=$PWD/$folder ;;
            esac
            while [ "$folder" != "${folder%/}" ]; do folder=${folder%/}; done
            [ -d "$folder/.shed" ] || folder=${folder%/*}
            folder=${folder:-/}
        }

        # The folder of a role in its project; false if there is none. shed names paths as they are from where it was started.
        role_folder() {
            target=$("$shed" find -C "$folder" --role "$1" -0 2>/dev/null | tr -d '\000'; printf x)
            target=${target%x}
            [ -n "$target" ] || return 1
            case $target in
            /*) ;;
            *) target=$PWD/$target ;;
            esac
        }


        """#
}
