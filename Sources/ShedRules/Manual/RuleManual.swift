// Made by “make rules” from the doc comments of the rules and from Fixtures/rules: not to be edited.

/// What the manual says of each rule.
public enum RuleManual {
    /// The entry of a rule; `nil` for a name that none has.
    public static func entry(_ rule: String) -> RuleEntry? { entries[rule] }

    private static let entries = [
        "doubled-id": doubledId,
        "ignored-but-tracked": ignoredButTracked,
        "likely-pair": likelyPair,
        "broken-link": brokenLink,
        "blank-name": blankName,
        "name-collision": nameCollision,
        "name-not-utf8": nameNotUtf8,
        "control-character": controlCharacter,
        "trailing-dot-or-space": trailingDotOrSpace,
        "leading-space": leadingSpace,
        "unnormalised-name": unnormalisedName,
        "long-name": longName,
        "file-at-root": fileAtRoot,
        "wrong-type": wrongType,
        "closed-folder": closedFolder,
        "unexplained-addition": unexplainedAddition,
        "misplaced-template-folder": misplacedTemplateFolder,
        "leaving-link": leavingLink,
        "dangling-link": danglingLink,
        "special-file": specialFile,
        "unreadable-entry": unreadableEntry,
        "nested-project": nestedProject,
        "rejected-leftover": rejectedLeftover,
        "bulk-addition": bulkAddition,
        "hard-linked-file": hardLinkedFile,
        "empty-rejected": emptyRejected,
        "hidden-folder": hiddenFolder,
        "reserved-character": reservedCharacter,
        "device-name": deviceName,
        "ecryptfs-name": ecryptfsName,
        "long-path": longPath,
        "torn-batch": tornBatch,
        "foreign-batch": foreignBatch,
        "absent-parent": absentParent,
        "unknown-operation": unknownOperation,
        "future-stamp": futureStamp,
        "sidecar-entry": sidecarEntry,
        "newer-batch": newerBatch,
        "project-elsewhere": projectElsewhere,
        "unread-ignore-rule": unreadIgnoreRule,
        "forked-replica": forkedReplica,
        "carrier-arrival": carrierArrival,
        "conflict-copy": conflictCopy,
        "tag-scope": tagScope,
        "variable-value": variableValue,
        "doubled-label": doubledLabel,
        "missing-template-folder": missingTemplateFolder,
    ]

    private static let doubledId = RuleEntry(
        why: ["Two devices can give an ID to the same file before they hear of each other. Where nothing speaks against it the younger becomes a second name of the older. Where the two differ in type, role or content, one of them is missing."],
        cure: "`shed sync`. If the finding stays, `shed status --all` lists the ID that is missing; say which file it is: `shed relink Collections/Rain ID`.",
        fails: "# Two devices that had not heard of each other each made something of the same name in a folder that accepts both: one a folder, the other a file.\nallow Collections both\nelsewhere folder Collections/Rain\nelsewhere sync\nfile Collections/Rain\nsync\ncarry\n",
        says: [".shed/ops: warning: Two IDs claim one path: … …. [IDN001 doubled-id]"],
        passes: "# Both made a folder: the two IDs are joined.\nelsewhere folder Collections/Rain\nelsewhere sync\nfolder Collections/Rain\nsync\ncarry\n")

    private static let ignoredButTracked = RuleEntry(
        why: ["A pattern in .shedignore covers it, but it was taken in before. shed no longer looks at it: with the next “shed sync” it is missing for shed, though it is there. Its ID and what is known of it are kept and come back with it."],
        cure: "Take the pattern back: `echo '!Draft/Notes.log' >> .shedignore`. Or, if shed is not to know the file, move it to a folder outside of the project: `mv Draft/Notes.log ~/`.",
        fails: "# Notes that have an ID, and a pattern that was written afterwards.\nfile Draft/Notes.log\nsync\nfile .shedignore \"*.log\\n\"\nsync\n",
        says: ["Draft/Notes.log: warning: It has an ID, and a pattern ignores it. [IDN002 ignored-but-tracked]"],
        passes: "# The pattern was there first.\nfile .shedignore \"*.log\\n\"\nfile Draft/Notes.log\nsync\n")

    private static let likelyPair = RuleEntry(
        why: ["A file that was saved as a new one and renamed before anybody looked is known by nothing: neither its path, nor the file, nor the content is the same. So it has a new ID, and its tags stay with the one that is missing. shed does not guess, but says what is likely: the same sort of file, in the same folder or under the same name, and at least half of it alike."],
        cure: "`shed relink --likely --yes` joins what is likely; without `--yes` it asks about each. If it is another file, `shed forget ID` gives up the missing one.",
        fails: "# A poem was saved by an editor that writes a new file, and renamed, before anybody looked.\nfile Draft/Ode.txt \"The wind is in the barley,\\nthe barley in the wind,\\nand summer, late and early,\\nis nowhere to be pinned.\\n\"\nsync\nfile \"Draft/Ode II.txt\" \"The wind is in the barley,\\nthe barley in the wind,\\nand summer, late and early,\\nwas never to be pinned.\\n\"\nremove Draft/Ode.txt\nsync\n",
        says: ["Draft/Ode II.txt: note: It is likely what was Draft/Ode.txt (60 % alike). [IDN003 likely-pair]"],
        passes: "# Another poem came when the first was removed.\nfile Draft/Ode.txt \"The wind is in the barley,\\nthe barley in the wind,\\nand summer, late and early,\\nis nowhere to be pinned.\\n\"\nsync\nfile Draft/Snow.txt \"Under white fields\\nno road remembers\\nwhere anybody went.\\n\"\nremove Draft/Ode.txt\nsync\n")

    private static let brokenLink = RuleEntry(
        why: ["What it led to was moved, renamed or deleted, or the document itself was moved. Only relative links are looked at, and only where somebody asks for it, since that reads all documents: with `links = \"check\"` or `links = \"mend\"` in the settings, or with `shed check --select broken-link`. `ALL` does not ask for it."],
        cure: "`shed fix-links --yes` mends what is certain (without `--yes` it asks first); else mend it by hand, or remove the link.",
        fails: "# A poem got another name, and the notes still lead to the old one.\nfile .shed/settings.toml \"links = \\\"check\\\"\\n\"\nfile Draft/Ode.md\nfile Research/Notes.md \"See [the ode](../Draft/Ode.md).\\n\"\nsync\nmove Draft/Ode.md Draft/Spring.md\nsync\n",
        says: ["Research/Notes.md:1: warning: The link “../Draft/Ode.md” leads nowhere: what stood there is Draft/Spring.md now. [LNK001 broken-link]"],
        passes: "# The link leads to the poem, and code is no link.\nfile .shed/settings.toml \"links = \\\"check\\\"\\n\"\nfile Draft/Ode.md\nfile Research/Notes.md \"See [the ode](../Draft/Ode.md), and not `[the ode](Ode.md)`.\\n\"\nsync\n")

    private static let blankName = RuleEntry(
        why: ["Such a name cannot be told from others in a listing, and many programs trim it away."],
        cure: "`mv 'Draft/   ' Draft/Rain.txt`",
        fails: "# A file whose name is three spaces.\nfile \"Draft/   \"\n",
        says: ["Draft/   : error: The name is white space alone. [NAM001 blank-name]"],
        passes: "# A name with something to read in it.\nfile Draft/Rain.txt\n")

    private static let nameCollision = RuleEntry(
        why: ["Files and folders share one name space. On Windows, macOS and many USB sticks the two are one name, and a copy of the project there would lose one of them. Of two new names the first in byte order stays."],
        cure: "`mv Draft/rain.TXT 'Draft/Rain again.txt'`; if it was refused, `mv Rejected/rain.TXT 'Draft/Rain again.txt'`.",
        fails: "# `Rain.txt` stands in Draft, and a second file is saved as `rain.TXT`.\nfile Draft/Rain.txt\nsync\nfile Draft/rain.TXT\n",
        says: ["Draft/rain.TXT: error: The name differs from “Rain.txt” in case or Unicode normalisation alone. [NAM002 name-collision]"],
        passes: "# Another name, or the same name in another folder.\nfile Draft/Rain.txt\nfile \"Draft/Rain again.txt\"\nfile Research/rain.TXT\n")

    private static let nameNotUtf8 = RuleEntry(
        why: ["Linux takes any bytes as a name; most other systems, sync services and web pages do not. shed shows such a name with its bytes escaped, and keeps it as it is."],
        cure: "One file: `mv Draft/caf?.txt Draft/café.txt`. Many: `sudo apt install convmv`, then `convmv -f latin1 -t utf8 -r --notest Draft`, with the name of the old encoding behind `-f`.",
        fails: "# An archive from an older system brought the name `café.txt` in ISO 8859-1.\nfile \"Draft/caf\\xe9.txt\"\n",
        says: ["Draft/caf\\xe9.txt: warning: The name is not UTF-8. [NAM003 name-not-utf8]"],
        passes: "# The same name in UTF-8.\nfile Draft/café.txt\n")

    private static let controlCharacter = RuleEntry(
        why: ["A newline in a name breaks scripts; a bidirectional control can make `gpj.exe` look like `exe.jpg`. Line and paragraph separators and byte order marks count too. The finding says which it is, and how shed shows it: as `\\n`, `\\t`, `\\r`, or by its number, as `\\u{202e}`. What shed prints for people never holds the character itself; JSON has the exact name."],
        cure: "Rename it without the character. The shell completes the name from its first letters and the Tab key; a pattern in the character's place does it too: `mv Draft/two*lines.txt 'Draft/two lines.txt'`",
        fails: "# A name with a newline in it.\nfile \"Draft/two\\nlines.txt\"\n",
        says: ["Draft/two\\nlines.txt: warning: The name holds a control character, U+000A LINE FEED; it is shown as “\\n”. [NAM004 control-character]"],
        passes: "# A space instead.\nfile \"Draft/two lines.txt\"\n")

    private static let trailingDotOrSpace = RuleEntry(
        why: ["Windows takes both off when a program opens or makes such a file, so that it cannot be opened or deleted there, and many sync services refuse it. A space at the end cannot be seen."],
        cure: "`shed check --fix`, or `shed mv 'Collections/Spring ' Collections/Spring`.",
        fails: "# A space at the end of a folder's name.\nfolder \"Collections/Spring \"\n",
        says: ["Collections/Spring : warning: The name ends in a space. [NAM005 trailing-dot-or-space]"],
        passes: "# The same name without it. A dot before an extension is none at the end.\nfolder Collections/Spring\nfile \"Draft/Rain....txt\"\n")

    private static let leadingSpace = RuleEntry(
        why: ["It sorts before everything else and looks like the name without the space; the file managers of Windows and some sync services take it off."],
        cure: "`shed mv 'Draft/ Rain.txt' Draft/Rain.txt`.",
        fails: "# A space before the name, to have it at the top of a list.\nfile \"Draft/ Rain.txt\"\n",
        says: ["Draft/ Rain.txt: note: The name begins with a space. [NAM006 leading-space]"],
        passes: "# A number does that too.\nfile \"Draft/01 Rain.txt\"\n")

    private static let unnormalisedName = RuleEntry(
        why: ["An accented letter can be one character (`é`) or two (`e` and an accent). Both look the same, and Linux takes them for two names: what is typed does not find what was copied from a Mac, where the second form is common. Form C is what keyboards make and what the web asks for. Source: Unicode Standard Annex 15, “Unicode Normalization Forms”."],
        cure: "`shed check --fix` does it in a whole project; without shed, `convmv -f utf8 -t utf8 --nfc -r --notest Draft`.",
        fails: "# `é` as the two characters `e` and acute accent, as a Mac may write it.\nfile \"Draft/cafe\\u{301}.txt\"\n",
        says: ["Draft/café.txt: note: The name is UTF-8, but not in normal form C. [NAM007 unnormalised-name]"],
        passes: "# `é` as one character.\nfile \"Draft/caf\\u{e9}.txt\"\n")

    private static let longName = RuleEntry(
        why: ["A name can have 255 bytes on Linux. Programs that save safely write beside the file first, under its name with something added: vim `.NAME.swp`, rsync `.NAME.XXXXXX`, Syncthing `.syncthing.NAME.tmp`, which is 15 bytes more. With a longer name they fail. In UTF-8 an accented letter has two bytes, a Japanese character three, an emoji four."],
        cure: "`shed mv Draft/aaa*.txt 'Draft/The first line.txt'`, and keep the whole title in the text. A pattern saves typing the old name.",
        fails: "# The whole first stanza as a name: 244 bytes. `\"a\"*240` stands for 240 letters.\nfile Draft/\"a\"*240\".txt\"\n",
        says: ["Draft/aaa….txt: warning: The name has 244 bytes, which leaves programs too little room to save safely. [NAM008 long-name]"],
        passes: "# 100 bytes.\nfile Draft/\"a\"*96\".txt\"\n")

    private static let fileAtRoot = RuleEntry(
        why: ["The root holds the template's folders and folders that a person made. A file belongs into one of them."],
        cure: "`mv shopping.txt Research/`. Files whose names begin with a dot may stand at the root, and `.shedignore` can name others, such as `README.md`.",
        fails: "# `echo milk >shopping.txt` in the project's own folder.\nfile shopping.txt\n",
        says: ["shopping.txt: error: A file cannot stand at the project's root. [PLC001 file-at-root]"],
        passes: "# In a folder that accepts files, or under a name that .shedignore covers.\nfile Research/shopping.txt\nfile .shedignore \"README.md\\n\"\nfile README.md\n")

    private static let wrongType = RuleEntry(
        why: ["What a folder accepts is in its template, stored in the sidecar, and changed with `shed allow`. A folder that a person made accepts files only."],
        cure: "`mv Draft/Love Collections/`, or `shed allow Draft both`. What was refused is in Rejected: `mv Rejected/Love Collections/`.",
        fails: "# `mkdir Draft/Love`: Draft accepts files. And `touch Collections/list.txt`: Collections accepts folders.\nfolder Draft/Love\nfile Collections/list.txt\n",
        says: ["Collections/list.txt: error: No files are allowed in “Collections”. [PLC002 wrong-type]", "Draft/Love: error: No folders are allowed in “Draft”. [PLC002 wrong-type]"],
        passes: "# Where they are accepted.\nfolder Collections/Love\nfile Collections/Love/list.txt\n")

    private static let closedFolder = RuleEntry(
        why: ["Ready, Set Aside and Published take a known file that is moved there: that is the workflow. Trash takes anything known. All, Novel and Script are views that shed keeps. A new file or folder is refused in all of them."],
        cure: "`mv All/New.txt Draft/`, or `mv Rejected/New.txt Draft/` where it was refused; and, when it is ready, `mv Draft/New.txt Ready/`. To let it stand in Ready, Set Aside, Published or Trash as an exception: `shed accept Rejected/New.txt` puts it back there.",
        fails: "# A file is saved into All, which shed keeps.\nfile All/New.txt\n",
        says: ["All/New.txt: error: “All” is a view that shed keeps; nothing can be added to it. [PLC003 closed-folder]"],
        passes: "# A poem is written in Draft and moved to Ready, as is meant.\nfile Draft/New.txt\nsync\nmove Draft/New.txt Ready/New.txt\n")

    private static let unexplainedAddition = RuleEntry(
        why: ["It may have been made in Draft and moved in good faith while no daemon ran, so it is taken in with an ID and reported until it is accepted or moved."],
        cure: "`shed accept Ready/New.txt` lets it stay; `mv Ready/New.txt Draft/` moves it to another folder.",
        fails: "# No daemon runs, a poem is written in Draft and moved to Ready, and then shed sees it for the first time.\nfile Draft/New.txt\nmove Draft/New.txt Ready/New.txt\nsync\n",
        says: ["Ready/New.txt: warning: Nobody saw how it came here; to keep it: “shed accept Ready/New.txt”. [PLC004 unexplained-addition]"],
        passes: "# Accepted.\nfile Ready/New.txt\nsync\naccept Ready/New.txt\n")

    private static let misplacedTemplateFolder = RuleEntry(
        why: ["It may be renamed, deleted and made again, but not put into another folder: only a folder that a person made can move into a folder that accepts folders."],
        cure: "`mv Collections/A/Magazines .`",
        fails: "# The project's own folder Magazines was dragged into a collection that accepts both files and folders.\nfolder Collections/A\nsync\nallow Collections/A both\nmove Magazines Collections/A/Magazines\n",
        says: ["Collections/A/Magazines: error: This is the project's “magazines” folder; it cannot stand in “A”. [PLC005 misplaced-template-folder]"],
        passes: "# A folder that a person made may stand there.\nfolder Collections/A\nsync\nallow Collections/A both\nfolder Collections/A/B\n")

    private static let leavingLink = RuleEntry(
        why: ["Links are never nodes: shed does not follow, move or judge them. A copy or a sync of the project will not hold what this one points to."],
        cure: "Put a copy in its place: `cp --remove-destination \"$(readlink -f Research/hosts)\" Research/hosts`. Or remove it: `rm Research/hosts`. Or let it be: `echo /Research/hosts >> .shedignore`.",
        fails: "# `ln -s /etc/hosts Research/hosts`\nlink Research/hosts /etc/hosts\n",
        says: ["Research/hosts: warning: The link leads to /etc/hosts, outside of the project. [PLC006 leaving-link]"],
        passes: "# A link to something in the project.\nfile Draft/Rain.txt\nlink Research/rain ../Draft/Rain.txt\n")

    private static let danglingLink = RuleEntry(
        why: ["What it points to was moved, renamed or deleted."],
        cure: "`rm Research/old`, or `ln -sfn there.txt Research/old`.",
        fails: "# `ln -s gone.txt Research/old`, where there is no `gone.txt`.\nlink Research/old gone.txt\n",
        says: ["Research/old: warning: The link leads to gone.txt, which is not there. [PLC007 dangling-link]"],
        passes: "# A link to something that is there.\nfile Research/here.txt\nlink Research/new here.txt\n")

    private static let specialFile = RuleEntry(
        why: ["It is no document: it is never a node, never moved and never opened."],
        cure: "`rm Research/pipe`, or `mv Research/pipe ~/`; or let it be: `echo /Research/pipe >> .shedignore`.",
        fails: "# `mkfifo Research/pipe`\nfifo Research/pipe\n",
        says: ["Research/pipe: warning: This is a FIFO, a socket or a device. [PLC008 special-file]"],
        passes: "# A hidden one is nobody's business.\nfifo Research/.pipe\n")

    private static let unreadableEntry = RuleEntry(
        why: ["What is in it is unknown, and is never taken for deleted. Its nodes keep their IDs until it can be read again. So it is of a folder that is deeper than 255 folders, or whose path from the project's root has more than 4,095 bytes (PATH_MAX): it is not looked into."],
        cure: "`chmod u+rwx Research`; if the folder belongs to another user, `sudo chown \"$USER\" Research` first. What is too deep, move further up.",
        fails: "# `chmod 000 Research`\nunreadable Research\n",
        says: ["Research: error: This folder cannot be read; what is in it is unknown. [PLC009 unreadable-entry]"],
        passes: "# A file that cannot be read can still be listed.\nfile Research/secret.txt\nunreadable Research/secret.txt\n")

    private static let nestedProject = RuleEntry(
        why: ["It is left alone: not entered, not moved, and what is in it are no nodes of this project."],
        cure: "Move it beside this project, `mv Inner ../`; unmount another file system, `sudo umount Inner`. Or let it be: `echo /Inner/ >> .shedignore`.",
        fails: "# A whole project was copied into another one.\nfolder Inner\nfolder Inner/.shed\nfile Inner/.shed/project.json \"{}\"\n",
        says: ["Inner: warning: This folder holds a .shed of its own, or is another file system: it is apart, and nothing in it is looked at. [PLC010 nested-project]"],
        passes: "# A folder.\nfolder Inner\nfile Inner/Rain.txt\n")

    private static let rejectedLeftover = RuleEntry(
        why: ["It is safe there under its own name. “shed status” says why it was refused and where it came from."],
        cure: "`mv Rejected/shopping.txt Research/`, or `shed accept Rejected/shopping.txt --to Research`, also where Research does not accept it. Rejected goes away when it is empty.",
        fails: "# A file was refused; it waits in Rejected.\nfile shopping.txt\nsync\n",
        says: ["Rejected/shopping.txt: note: It was refused by the rule file-at-root at shopping.txt. [PLC011 rejected-leftover]"],
        passes: "# It was moved to where it is accepted.\nfile shopping.txt\nsync\nmove Rejected/shopping.txt Research/shopping.txt\nsync\n")

    private static let bulkAddition = RuleEntry(
        why: ["So many disallowed additions at a time (settings.bulk, 100) are more likely a mistake or another program’s work than files to be refused one by one. They are reported and left alone."],
        cure: "Look at them with `shed status`. If they are to go to Rejected: `shed sync --reject-all`. Else move them where they are accepted: `mv IMG_* Research/`. `shed sync` and `shed status` report this rule; `shed check` lists each of the items by the rule that it breaks. `bulk` in [settings.toml](../Settings.md) sets the number.",
        fails: "# 101 photographs were copied into the project's own folder at once.\nfiles 101 IMG_\nask sync\n",
        says: [".: warning: 101 additions would be refused at once; more than settings.bulk (100), so all stay where they are. “shed sync --reject-all” moves them to Rejected. [PLC012 bulk-addition]"],
        passes: "# Into a folder that accepts them.\nfolder Research/.cache\nfiles 101 Research/IMG_\nask sync\n")

    private static let hardLinkedFile = RuleEntry(
        why: ["Some programs write into the file, and change it under all its names; others save a new file under one name, and the others keep the old text. shed cannot know a file by itself while it has several names, and knows it by its path."],
        cure: "Replace it by a copy of itself: `cp -p Draft/Rain.txt Draft/.Rain.txt && mv Draft/.Rain.txt Draft/Rain.txt`. `find / -xdev -samefile Draft/Rain.txt` finds the other names; `rm Research/Rain.txt` removes one.",
        fails: "# `ln Draft/Rain.txt Research/Rain.txt`\nfile Draft/Rain.txt\nhardlink Draft/Rain.txt Research/Rain.txt\n",
        says: ["Draft/Rain.txt: warning: The file has 1 other name; some programs that save it change it under all of them. [PLC013 hard-linked-file]", "Research/Rain.txt: warning: The file has 1 other name; some programs that save it change it under all of them. [PLC013 hard-linked-file]"],
        passes: "# A copy.\nfile Draft/Rain.txt\nfile Research/Rain.txt\n")

    private static let emptyRejected = RuleEntry(
        why: ["shed makes it when something is refused, and takes it away when “shed sync” or the daemon finds it empty. Until then it is in the way, and nothing else."],
        cure: "`shed sync`, `shed check --fix`, or `rmdir Rejected`.",
        fails: "# A file was refused, and a person moved it out of Rejected.\nfile shopping.txt\nsync\nmove Rejected/shopping.txt Research/shopping.txt\n",
        says: ["Rejected: note: Nothing that was refused is left in it. [PLC014 empty-rejected]"],
        passes: "# A hidden file is left in it.\nfile shopping.txt\nsync\nmove Rejected/shopping.txt Research/shopping.txt\nfile Rejected/.directory\n")

    private static let hiddenFolder = RuleEntry(
        why: ["Nothing in it is looked at, so nothing in it is found either: what stands there may look as if all were well. What is known of it keeps its IDs."],
        cure: "If the folder is this project's own, take its `.shed` away, `mv Draft/.shed ~/foreign.shed`; unmount another file system, `sudo umount Draft`.",
        fails: "# A zip with a `.shed` in it was unpacked into Draft.\nfolder Draft/.shed\nfile Draft/.shed/project.json \"{}\"\n",
        says: ["Draft: error: This folder holds a .shed of its own, or is another file system: it is apart, and nothing in it is looked at. [PLC015 hidden-folder]"],
        passes: "# A folder.\nfile Draft/Rain.txt\n")

    private static let reservedCharacter = RuleEntry(
        why: ["A copy or a sync of the project to such a system leaves the file out or renames it, and git cannot check it out there. macOS shows a colon as a slash. Sources: Microsoft, “Naming Files, Paths, and Namespaces”; Android, `FileUtils.isValidFatFilenameChar`."],
        cure: "`shed mv Draft/12:30.txt Draft/12.30.txt`. `–` can stand for a colon, `’` for quotation marks; a question mark has a wide twin that every system holds: `shed mv 'Draft/Who?.txt' 'Draft/Who？.txt'`.",
        fails: "# A question and a time.\nfile \"Draft/Who?.txt\"\nfile \"Draft/12:30.txt\"\n",
        says: ["Draft/12:30.txt: warning: The name holds “:”, which Windows, Android and FAT cannot hold; macOS shows a colon as a slash. [PRT001 reserved-character]", "Draft/Who?.txt: warning: The name holds “?”, which Windows, Android and FAT cannot hold. [PRT001 reserved-character]"],
        passes: "# The wide question mark, and a dot.\nfile \"Draft/Who\\u{ff1f}.txt\"\nfile Draft/12.30.txt\n")

    private static let deviceName = RuleEntry(
        why: ["`CON`, `PRN`, `AUX`, `NUL`, `COM1` to `COM9` and `LPT1` to `LPT9` are devices in every folder of Windows, in upper and lower case, and with any extension: `Aux.txt` cannot be made or opened there. So are `COM¹`, `COM²`, `COM³` and the same of `LPT`, and `CONIN$` and `CONOUT$`. Source: Microsoft, “Naming Files, Paths, and Namespaces”."],
        cure: "Add something to the part before the first dot: `shed mv Draft/Aux.txt 'Draft/Aux (poem).txt'`.",
        fails: "# A poem about an auxiliary verb, and one about nothing.\nfile Draft/Aux.txt\nfile Draft/nul\n",
        says: ["Draft/Aux.txt: warning: Windows takes the name for a device, whatever its extension. [PRT002 device-name]", "Draft/nul: warning: Windows takes the name for a device, whatever its extension. [PRT002 device-name]"],
        passes: "# Longer names.\nfile \"Draft/Aux (poem).txt\"\nfile Draft/nullity\nfile Draft/COM10.txt\n")

    private static let ecryptfsName = RuleEntry(
        why: ["eCryptfs, which older Ubuntu homes and encrypted shared folders of Synology use, needs the rest of the 255 bytes for the encryption of the name. A copy there fails. A name of more than 240 bytes is reported by `long-name` instead."],
        cure: "If the project is ever to stand there, give it a shorter name: `shed mv Draft/ああ* 'Draft/Song'`.",
        fails: "# 150 bytes, which is 50 Japanese characters.\nfile Draft/あ*50\n",
        says: ["Draft/あああ…: note: The name has 150 bytes, and eCryptfs holds 143. [PRT003 ecryptfs-name]"],
        passes: "# 141 bytes.\nfile Draft/あ*47\n")

    private static let longPath = RuleEntry(
        why: ["Many programs on Windows open no path of 260 characters or more (MAX_PATH), the drive and the folders above the project among them; Linux opens none of 4,096 bytes or more in one call (PATH_MAX). Characters are counted as Windows does, in units of UTF-16, with three for the drive. What is first too long is reported, and not what is in it. Source: Microsoft, “Maximum Path Length Limitation”."],
        cure: "Shorten the names of the folders above it: `shed mv Collections/A/aaa* Collections/A/Part1`.",
        fails: "# Folders in folders, each with a whole sentence for a name.\nfolder Collections/A\nsync\nallow Collections/A both\nfolder Collections/A/\"a\"*100\nsync\nallow Collections/A/\"a\"*100 both\nfolder Collections/A/\"a\"*100/\"b\"*100\nfile Collections/A/\"a\"*100/\"b\"*100/\"c\"*100\n",
        says: ["Collections/A/aaa…/bbb…/ccc…: note: With a drive and the project's own folder the path has 325 characters, and many Windows programs open at most 259. [PRT004 long-path]"],
        passes: "# Shorter names.\nfolder Collections/A\nsync\nallow Collections/A both\nfolder Collections/A/\"a\"*100\nfile Collections/A/\"a\"*100/\"c\"*100\n")

    private static let tornBatch = RuleEntry(
        why: ["Its checksum does not match. It is left alone. Until it is whole, shed gives no ID to what it could explain, and moves nothing."],
        cure: "Copy the file from a backup or from another device; its name is its checksum, so any whole file of that name is the right one. Where git has it whole in a commit of this repository, the finding names the commit and the command that brings it back. Where there is none: `shed sync --lost` gives the batch up on every device, which it refuses where git has it; then move the file that the finding names out of `.shed`. See [Recovery](../Recovery.md).",
        fails: "# A file below `.shed/ops` that another device wrote was cut short when a disk filled up.\nelsewhere file Draft/Rain.txt\nelsewhere sync\ncarry\nbatch torn\n",
        says: [".shed/ops/…/….jsonl: error: It is torn: its last line has no end. [SID001 torn-batch]"],
        passes: "# It arrived whole.\nelsewhere file Draft/Rain.txt\nelsewhere sync\nfile Draft/Rain.txt\ncarry\n")

    private static let foreignBatch = RuleEntry(
        why: ["It is ignored and left alone."],
        cure: "Look whose it is: the finding names the ID of its project, and `shed projects --json` shows those of yours. Then remove it, `rm .shed/ops/…`, with the path that the finding names.",
        fails: "# A batch of another project was copied into `.shed/ops`.\nbatch foreign\n",
        says: [".shed/ops/…/….jsonl: warning: It belongs to another project (…) and is left alone. [SID002 foreign-batch]"],
        passes: "# A batch of this project, from another device.\nelsewhere folder Collections/Spring\nelsewhere sync\nfolder Collections/Spring\ncarry\n")

    private static let absentParent = RuleEntry(
        why: ["The other may still be on its way. Until it is here, shed gives no ID to what it could explain, and moves nothing."],
        cure: "Wait until the sync has finished, or copy the missing file from another device or a backup into a folder of `.shed/ops`; its name ends with the digits that the finding shows. Where git has it in a commit of this repository, as after a change of branches, the finding names the commit and the command that brings it back. If it is lost for good, `shed sync --lost` gives it up: this ends the finding and the waiting on every device, and nothing is lost if the batch comes later after all. What git has is not lost, so that is refused there, unless it is `shed sync --lost --now`. See [Recovery](../Recovery.md).",
        fails: "# Syncthing has brought the second batch of another device, and not yet the first.\nelsewhere file Draft/Rain.txt\nelsewhere sync\nelsewhere file Draft/Snow.txt\nelsewhere sync\ncarry last\n",
        says: [".shed/ops/…: warning: Another batch builds on batch …, which has not arrived. [SID003 absent-parent]"],
        passes: "# Both are here.\nelsewhere file Draft/Rain.txt\nelsewhere sync\nelsewhere file Draft/Snow.txt\nelsewhere sync\nfile Draft/Rain.txt\nfile Draft/Snow.txt\ncarry\n")

    private static let unknownOperation = RuleEntry(
        why: ["They were written by a newer shed. They are kept."],
        cure: "Update shed on this machine, as it was installed; `shed --version` says what it is now, there and here.",
        fails: "# Another device runs a newer shed, which writes operations that this one does not know.\nbatch unknown\n",
        says: [".shed/ops: warning: 1 operations are not known to this version. [SID004 unknown-operation]"],
        passes: "# A newer field of a known operation is kept and no finding.\nfile Draft/Rain.txt\nsync\n")

    private static let futureStamp = RuleEntry(
        why: ["The clock of the device that wrote it, or of this one, is wrong. The operation counts; it does not move this clock."],
        cure: "Set the clock; `timedatectl` shows whether it is right, `sudo timedatectl set-ntp true` lets the network set it. Nothing has to be mended in the project: a new edit of the same thing, such as `shed mv Draft/Rain.txt Draft/Storm.txt`, always counts, and the finding ends with that or when the time has come.",
        fails: "# A laptop whose clock stood three days ahead wrote a batch.\nelsewhere ahead 3\nelsewhere file Draft/Rain.txt\nelsewhere sync\nfile Draft/Rain.txt\ncarry\n",
        says: [".shed/ops: warning: “place” of … is stamped 2024-05-04T12:00:00Z. [SID005 future-stamp]", ".shed/ops: warning: “type” of … is stamped 2024-05-04T12:00:00Z. [SID005 future-stamp]"],
        passes: "# A clock that is right.\nelsewhere file Draft/Rain.txt\nelsewhere sync\nfile Draft/Rain.txt\ncarry\n")

    private static let sidecarEntry = RuleEntry(
        why: ["A link, a folder or a special file stands where the sidecar keeps a file: it is not followed. Or a file stands in .shed, or among the schemas, that shed does not read, such as a copy that a sync engine made of the settings. Or a change of several files was left in the middle in .shed/staging: where this machine did not begin it, or its journal was altered, nothing of it is done."],
        cure: "Look into it, and move it out of .shed: `mv .shed/ops/stray ~/`, with the path that the finding names.",
        fails: "# A link stands in `.shed/ops` where a folder of batches belongs.\nlink .shed/ops/stray /etc\n",
        says: [".shed/ops/stray: warning: A link, a folder or a special file stands where a batch belongs. [SID006 sidecar-entry]"],
        passes: "# A hidden file, as a sync engine makes it.\nfile .shed/ops/.syncthing.stray.tmp\n")

    private static let newerBatch = RuleEntry(
        why: ["What it says is unknown to this version. Until shed is updated, it gives no ID to what the batch could explain, and moves nothing."],
        cure: "Update shed on this machine, as it was installed; `shed --version` says what it is now, there and here.",
        fails: "# Another device runs a newer shed, which writes another format.\nbatch newer\n",
        says: [".shed/ops/…/….jsonl: error: It is of format 2, which a newer shed made. [SID007 newer-batch]"],
        passes: "# A batch of this format.\nfile Draft/Rain.txt\nsync\n")

    private static let projectElsewhere = RuleEntry(
        why: ["That is meant where the other is a clone or a synced replica: the two share their IDs and tell each other what changed. A copy that is to go its own way needs IDs of its own. Only projects in which a verb was run before are known."],
        cure: "`shed adopt DIR --as copy` makes one of the two, DIR, a project of its own. If both are to be one project: `shed adopt . --as replica` says so, and it is no longer reported there.",
        fails: "# The project was cloned to another folder, and a verb was run there.\nreplica\n",
        says: [".shed/project.json: note: The same project stands at /home/ann/Clone too. [SID008 project-elsewhere]"],
        passes: "# This one was declared a replica.\nreplica\ndeclare replica\n")

    private static let unreadIgnoreRule = RuleEntry(
        why: ["At most 256 KiB, 10,000 patterns and 4,096 bytes a pattern are read, and 4,096 bytes together of those patterns for names that have to be tried, other than `Scans`, `*.log` and `Draft*`; as much of such for paths. What a pattern beyond that would ignore is taken in and judged. Nothing is read where a folder, a link or a special file stands in the place of the file; a line that is not UTF-8 fits only names with just its bytes."],
        cure: "Keep the file short: one `Scans/` stands for all that is in that folder, one `*.log` for many names. Where a folder, a link or a special file stands in its place, move that away, `mv .shedignore ~/`, and write a file. Where a line is not UTF-8: `iconv -f latin1 -t utf8 .shedignore > .shedignore.new && mv .shedignore.new .shedignore`.",
        fails: "# The third line of .shedignore holds a pattern of 5,000 bytes.\nfile .shedignore \"*.log\\n*.tmp\\n\"\"a\"*5000\"\\n\"\n",
        says: [".shedignore:3: warning: Not every pattern is read, from line 3 on. [SID009 unread-ignore-rule]"],
        passes: "# Patterns as people write them.\nfile .shedignore \"*.log\\n*.tmp\\n\"\n")

    private static let forkedReplica = RuleEntry(
        why: ["The machine was cloned, or an older state of it was put back, and both wrote under one ID. All of it counts, in the order of its stamps; only, of such a device nobody can say any more what it knew when it wrote."],
        cure: "Nothing has to be done. `shed devices` lists what was written under the ID; a device that finds such batches of its own takes another ID with the next thing that it writes. When nobody writes under the ID any more, `shed devices retire ID` says so, which ends the finding.",
        fails: "# A cloned machine has written under the ID of the other one.\nelsewhere file Draft/Rain.txt\nelsewhere sync\nbatch forked\nfile Draft/Rain.txt\ncarry\n",
        says: [".shed/ops/…: note: 2 batches of the device … bear the number 1. [SID010 forked-replica]"],
        passes: "# Two devices, each with an ID of its own.\nelsewhere file Draft/Rain.txt\nelsewhere sync\nfile Draft/Rain.txt\ncarry\n")

    private static let carrierArrival = RuleEntry(
        why: ["It is neither refused nor put back until settings.grace (10 minutes) has passed without a batch that explains it. `shed status` says so too of what still stands where another device has moved something away: it gets an ID when that time has passed."],
        cure: "`shed sync --now` judges it at once; `shed check` always does. `grace` in [settings.toml](../Settings.md) sets how long shed waits.",
        fails: "# The project is a git clone. A file was found at its root that nobody saw come: `git pull` may have brought it.\nfolder .git\nfile shopping.txt\nask sync\n",
        says: ["shopping.txt: note: A file cannot stand at the project's root. It waits, since a sync engine or git may have brought it; “shed sync --now” judges it at once. [SYN001 carrier-arrival]"],
        passes: "# What stands where it may needs no explanation.\nfolder .git\nfile Draft/Rain.txt\nask sync\n")

    private static let conflictCopy = RuleEntry(
        why: ["Two devices changed one file before they heard of each other. Both versions are there; a person has to look. Such a copy is never refused."],
        cure: "`shed resolve Draft/Rain.txt --diff` shows by words how the two differ, `shed resolve Draft/Rain.txt --keep this` keeps the file and moves the copy to Trash, `--keep other` keeps what the copy holds, `--keep both` makes the copy a file like others, and `--merge` puts the two together where it is known what both were made of. `shed conflicts` lists all of them.",
        fails: "# Syncthing found that two devices had changed `Rain.txt`.\nfile Draft/Rain.txt\nfile Draft/Rain.sync-conflict-20240131-120000-ABCDEFG.txt\n",
        says: ["Draft/Rain.sync-conflict…ABCDEFG.txt: warning: A sync engine or git kept it beside the file that it conflicts with; “shed resolve” says which stays. [SYN002 conflict-copy]"],
        passes: "# A name that a person gives.\nfile Draft/Rain.txt\nfile \"Draft/Rain, a conflict.txt\"\n")

    private static let tagScope = RuleEntry(
        why: ["Tags and variables have a scope: folders, files, records, or everything. The verbs keep to it. What breaks it was given before the scope changed, on another device that did not know of the change, or in another project."],
        cure: "`shed tag remove urgent Draft/Ode.txt` takes the tag away, `shed tag change urgent --scope all` widens its scope. For a variable: `shed var unset rating Draft/Ode.txt`, `shed var change rating --scope all`.",
        fails: "# A file has a tag that is for files, and then the tag is made one for folders.\nfile Draft/Ode.txt\ntag new urgent file\ntag add urgent Draft/Ode.txt\ntag scope urgent folder\n",
        says: ["Draft/Ode.txt: warning: The tag “urgent” is for “folder”. [TAG001 tag-scope]"],
        passes: "# A tag for everything.\nfile Draft/Ode.txt\ntag new urgent file\ntag add urgent Draft/Ode.txt\ntag scope urgent all\n")

    private static let variableValue = RuleEntry(
        why: ["A variable is an integer, or one of a list of options. The verbs give no other value. One that breaks this was given before the options changed, or on another device that had other options or another variable of that name."],
        cure: "`shed var set state=done Draft/Ode.txt` sets one that it can have, `shed var unset state Draft/Ode.txt` takes it away, `shed var options state open,done,lent` makes the value an option.",
        fails: "# A poem is lent, and then nothing can be lent any more.\nfile Draft/Ode.txt\nvar new state open,lent\nvar set state=lent Draft/Ode.txt\nvar options state open,done\n",
        says: ["Draft/Ode.txt: warning: The value of “state”: “lent” is none of its options. [TAG002 variable-value]"],
        passes: "# More options than before.\nfile Draft/Ode.txt\nvar new state open,lent\nvar set state=lent Draft/Ode.txt\nvar options state open,lent,done\n")

    private static let doubledLabel = RuleEntry(
        why: ["Two devices that had not heard of each other made the same name: the younger one counts as a second name of the older."],
        cure: "Nothing has to be done. The next change of a tag, a group or a variable, such as `shed tag change urgent --hue orange`, joins them for good and ends the finding. If they are to be two, make the second one anew, `shed tag new later`, and give it to what it is for, `shed tag add later Draft/Ode.txt`.",
        fails: "# Two devices make a tag of the same name before they hear of each other.\nelsewhere sync\ntag new urgent all\nelsewhere tag new Urgent all\ncarry\nsync\n",
        says: [".: note: Two tags are called “urgent”; the younger one counts as a second name of the older. [TAG003 doubled-label]"],
        passes: "# Two tags of two names.\nelsewhere sync\ntag new urgent all\nelsewhere tag new later all\ncarry\nsync\n")

    private static let missingTemplateFolder = RuleEntry(
        why: ["Template folders may be deleted. A new folder that bears the name takes the role again where the template has it: at the root, or in the folder of the role that it belongs in. Those that nobody deleted on this machine, as after a git clone or checkout, come back with the IDs that they had by “shed repair --folders” or “shed check --fix”. “shed repair --folders --deleted” makes those that were deleted, too; what lies in Trash, “shed restore” puts back."],
        cure: "`shed repair --folders --deleted`, or `mkdir Other`, if you want it back.",
        fails: "# `rmdir Other`; or a git clone, since git does not keep empty folders.\nremove Other\n",
        says: ["Other: note: The folder for “other” is not there. [TPL001 missing-template-folder]"],
        passes: "# It was renamed, which does not take its role away.\nsync\nmove Other \"Other places\"\n")
}
