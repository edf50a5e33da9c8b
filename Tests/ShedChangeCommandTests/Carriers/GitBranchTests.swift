import Glibc
import ShedCommandTestSupport
import ShedTestSchedule
import ShedTestSupport
import Testing

private let hasGit = access("/usr/bin/git", X_OK) == 0

/// Who leaves a branch while a batch is not committed takes away what it builds on: git still has that, and where, is said.
@Suite(.waitsForPrograms, .onDisk, .enabled(if: hasGit, "git not installed")) struct `A batch that stands in another branch` {
    /// The project `Poems` has on the branch `$branch` a file and a move, which are committed, and a file that is not; then `main` is checked
    /// out. `cure` carries out what the doctor says, `ids` prints the IDs of what stands there.
    private static func prelude(leaving: String = "git checkout -q main", branch: String = "side") -> String {
        """
        set -eu; export GIT_CONFIG_NOSYSTEM=1 GIT_MERGE_AUTOEDIT=no GIT_EDITOR=true HOME="$T"
        for who in AUTHOR COMMITTER; do export GIT_${who}_NAME=A GIT_${who}_EMAIL=a@example.org; done
        save() { git add -A; git commit -qm "$1"; }
        cd Poems; branch='\(branch)'; git init -q -b main; echo ode > Draft/Ode.txt; "$SHED" sync -q; "$SHED" sync-setup git -q; save one
        git checkout -q -b "$branch"; echo two > Draft/Side.txt; mv Draft/Ode.txt Ready/Hymn.txt; "$SHED" sync -q; save side
        echo three > Draft/Late.txt; "$SHED" sync -q
        id() { "$SHED" show "$1" --json | grep -m1 -o "01[0-9a-f-]*" || echo none; }
        ids() { for file in Draft/Side.txt Draft/Late.txt Draft/New.txt Draft/Ode.txt Ready/Hymn.txt; do [ ! -e $file ] || echo "$(id $file)"; done; }
        doctor() { "$SHED" doctor --json > "$T/said" || :; }
        advice() { sed -n 's/^ *"remedy": *"\\(git .* checkout .*\\)",*$/\\1/p' "$T/said" | head -1; }
        cure() { doctor; advice | sed 's/ shed / "$SHED" /' > "$T/cure"; [ -s "$T/cure" ] || { cat "$T/said"; exit 1; }; . "$T/cure" > "$T/cured" || :; }
        hymn=$(id Ready/Hymn.txt); side=$(id Draft/Side.txt); late=$(id Draft/Late.txt)
        \(leaving) > "$T/left" 2>&1; echo new > Draft/New.txt; "$SHED" sync > "$T/synced" || :

        """
    }

    @Test(arguments: ["git merge -q --no-edit side", "git checkout -q side", "git add -A; git commit -qm cured; git cherry-pick side"])
    func `is named by the doctor with what brings it back, and no ID is lost by what comes then`(later: String) throws {
        let said = try Shelf.withPoems().scenario(Self.prelude() + """
            grep -c absent-parent "$T/synced"; cure; grep -c '(side)' "$T/said"
            [ "$(id Draft/Ode.txt)" = $hymn ]; [ "$(id Draft/Late.txt)" = $late ]; new=$(id Draft/New.txt); [ $new != none ]
            doctor; advice; { \(later); } > "$T/left" 2>&1; "$SHED" sync -q
            [ "$(id Ready/Hymn.txt)" = $hymn ]; [ "$(id Draft/Side.txt)" = $side ]; [ "$(id Draft/Late.txt)" = $late ] || echo late
            [ "$(id Draft/New.txt)" = $new ] || echo new; "$SHED" check -q; doctor; advice; echo end
            """)
        #expect(said == "1\n1\nend\n")
    }

    /// A stash, one below another, what a rebase left behind, a merge that nobody has but its reflog.
    @Test(arguments: [
        "git reset -q --hard HEAD~1; git checkout -q main; git branch -q -D side",
        "git reset -q HEAD~1; mv Draft/Late.txt \"$T\"; late=$(ls -t .shed/ops/*/*.jsonl | head -1); mv $late \"$T\"; git stash push -qu; echo x > Draft/x; git stash push -qu; git checkout -q main; git branch -q -D side; mv \"$T\"/*.jsonl ${late%/*}; mv \"$T/Late.txt\" Draft",
    ]) func `is found where no branch has it any more`(leaving: String) throws {
        let said = try Shelf.withPoems().scenario(Self.prelude(leaving: "{ \(leaving); }") + """
            grep -c absent-parent "$T/synced"; cure; [ "$(id Draft/Late.txt)" != none ]; [ "$(id Draft/New.txt)" != none ]; "$SHED" check -q || :; doctor; advice; echo end
            """)
        #expect(said == "1\nend\n")
    }

    @Test func `is not given up for lost unless that is meant, and check says where it is`() throws {
        let said = try Shelf.withPoems().scenario(Self.prelude() + """
            "$SHED" check > "$T/checked" 2>&1 || :; grep -c 'git has it in commit [0-9a-f]* (side)' "$T/checked"
            code=0; "$SHED" sync --lost > "$T/results" 2> "$T/messages" || code=$?; echo $code; grep -c 'is not lost' "$T/messages"; grep -o 'checkout [0-9a-f]* -- .shed/ops' "$T/messages" | grep -c .
            code=0; "$SHED" sync --lost --now -q > "$T/results" 2>&1 || code=$?; echo $code; id Draft/New.txt | grep -c 01; "$SHED" check -q || :
            """)
        #expect(said == "1\n1\n1\n1\n0\n1\n")
    }

    /// Nothing that the repository is or names keeps the doctor from its work.
    @Test(arguments: [
        "mv .git \"$T/git\"; mkfifo .git", "rm .git/packed-refs; mkfifo .git/packed-refs", "git config alias.log '!touch \"$T/ran\"'; PATH=$T/nowhere:",
        "rm -f .git/HEAD; mkfifo .git/HEAD", "export GIT_DIR=/nowhere GIT_WORK_TREE=/nowhere", "ln -sf /dev/zero .git/packed-refs",
    ]) func `is no reason for the doctor to wait, whatever the repository is`(damage: String) throws {
        let said = try Shelf.withPoems().scenario(Self.prelude() + """
            old=$PATH; git pack-refs --all; { \(damage); }; code=0; "$SHED" doctor --json > "$T/said" || code=$?; PATH=$old; [ $code -lt 2 ]; [ ! -e "$T/ran" ]; echo end
            """)
        #expect(said == "end\n")
    }

    /// The names of branches, also those that no git would make, are printed as they may be.
    @Test(arguments: ["zweig-ä", "a$(touch${IFS}ran)`touch${IFS}ran`'\"x", "-x/y"]) func `is in a branch of any name`(branch: String) throws {
        let script = branch.hasPrefix("-") ? "git update-ref 'refs/heads/\(branch)' HEAD; git checkout -q main; git branch -q -D side" : "git branch -q -m side '\(branch.replacing("'", with: "'\\''"))'; git checkout -q main"
        let said = try Shelf.withPoems().scenario(Self.prelude(leaving: "{ \(script); }") + """
            cure; [ ! -e ran ]; [ ! -e Draft/ran ]; [ "$(id Draft/New.txt)" != none ]; [ "$(id Draft/Late.txt)" = $late ]; "$SHED" check -q; echo end
            """)
        #expect(said == "end\n")
    }

    @Test(.enabled(if: geteuid() == 0, "needs root")) func `is not asked of a repository that is somebody else's`() throws {
        let said = try Shelf.withPoems().scenario(Self.prelude() + """
            git config --global safe.directory '*'; doctor; advice | grep -c checkout; chown -hR 65534 .git; doctor; advice; echo end
            """)
        #expect(said == "1\nend\n")
    }

    @Test func `is found among ten thousand branches`() throws {
        let said = try Shelf.withPoems().scenario(Self.prelude() + """
            head=$(git rev-parse HEAD); for i in $(seq 10000); do echo "create refs/heads/many/$i $head"; done | git update-ref --stdin
            cure; [ "$(id Draft/New.txt)" != none ]; "$SHED" check -q; echo end
            """)
        #expect(said == "end\n")
    }

    /// They start no git for it.
    @Test func `is a reason for sync and status to name the doctor, in a work tree`() throws {
        let said = try Shelf.withPoems().scenario(Self.prelude() + """
            grep -c 'git may have what is missing: “shed doctor”' "$T/synced"
            mkdir "$T/bin"; printf '#!/bin/sh\ntouch "%s/ran"\n' "$T" > "$T/bin/git"; chmod +x "$T/bin/git"; old=$PATH; PATH=$T/bin:$PATH
            "$SHED" sync | grep -c '“shed doctor”'; "$SHED" status | grep -c '“shed doctor”'; PATH=$old; [ ! -e "$T/ran" ]
            mv .git "$T/git"; "$SHED" sync | grep -c absent-parent; "$SHED" sync | grep 'shed doctor' || "$SHED" status | grep 'shed doctor' || echo end
            """)
        #expect(said == "1\n1\n2\n1\nend\n")
    }

    /// As where git was ended, or the disk full, while it wrote the file.
    @Test(arguments: ["head -c 100", "head -c 0"]) func `is brought back also where it is torn here, and nothing builds on it`(part: String) throws {
        let said = try Shelf.withPoems().scenario(Self.prelude() + """
            file=$(git diff --name-only main side -- .shed/ops); rm $(git ls-files -o .shed/ops) Draft/Late.txt; git show "side:$file" | \(part) > $file
            "$SHED" sync > "$T/synced" || :; grep -c absent-parent "$T/synced"; "$SHED" check > "$T/checked" 2>&1 || :
            grep -c torn-batch "$T/checked"; grep -c 'git has it in commit [0-9a-f]* (side)' "$T/checked"
            code=0; "$SHED" sync --lost > "$T/results" 2> "$T/messages" || code=$?; echo $code; grep -c 'is not lost' "$T/messages"
            cure; grep -c 'is torn in .shed; git has it' "$T/said"; [ "$(id Draft/New.txt)" != none ]; "$SHED" check -q || :; doctor; advice; echo end
            """)
        #expect(said == "1\n1\n1\n1\n1\n1\nend\n")
    }

    /// They do not ask git, which may have it torn too.
    @Test func `is a reason for sync and status to name the doctor also where it is torn, and nothing builds on it`() throws {
        let said = try Shelf.withPoems().scenario(Self.prelude() + """
            file=$(git diff --name-only main side -- .shed/ops); rm $(git ls-files -o .shed/ops) Draft/Late.txt; git show "side:$file" | head -c 100 > $file
            for verb in sync status; do "$SHED" $verb > "$T/results" || :; grep -c '“shed doctor”' "$T/results" || :; done
            mv .git "$T/git"; for verb in sync status; do "$SHED" $verb > "$T/results" || :; grep -c '“shed doctor”' "$T/results" || :; done; echo end
            """)
        #expect(said == "1\n2\n0\n0\nend\n")
    }

    /// What git has torn too is no help.
    @Test func `is not named where git has it torn`() throws {
        let said = try Shelf.withPoems().scenario(Self.prelude() + """
            file=$(git diff --name-only main side -- .shed/ops); rm $(git ls-files -o .shed/ops) Draft/Late.txt; git show "side:$file" | head -c 100 > $file
            git branch -q -D side; git add -A; git commit -qm torn; git reflog expire --expire=all --all; doctor; advice; grep -c 'git names no commit' "$T/said"
            code=0; "$SHED" sync --lost > "$T/results" 2>&1 || code=$?; echo $code
            """)
        #expect(said == "1\n0\n")
    }

    @Test func `is brought back also where a sparse checkout leaves it out`() throws {
        let said = try Shelf.withPoems().scenario(Self.prelude() + """
            file=$(git diff --name-only main side -- .shed/ops); git checkout -q side; save late; "$SHED" sync -q
            git sparse-checkout set --no-cone '/*' "!/$file"; [ ! -e $file ]; echo last > Draft/Last.txt; "$SHED" sync | grep -q absent-parent
            cure; [ -e $file ]; [ "$(id Draft/Last.txt)" != none ]; [ "$(id Draft/Side.txt)" = $side ]; "$SHED" check -q; doctor; advice; echo end
            """)
        #expect(said == "end\n")
    }

    @Test func `may come with other line ends by what counts before all files of attributes, and what the doctor says of that helps`() throws {
        let said = try Shelf.withPoems().scenario(Self.prelude(leaving: ":") + """
            mkdir -p .git/info; echo '* text eol=crlf' > .git/info/attributes; doctor; grep -c 'may change line ends' "$T/said"
            sed -n 's/^ *"remedy": *"\\(echo .*\\)",*$/\\1/p' "$T/said" | sed 's/\\\\"/"/g' > "$T/cure"; . "$T/cure"
            git check-attr text -- .shed/ops/0/0.jsonl Draft/Ode.txt | sed 's/.*: //'; doctor; grep -c 'may change line ends' "$T/said" || :
            """)
        #expect(said == "1\nunset\nset\n0\n")
    }
}
