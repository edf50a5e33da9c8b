import Glibc
import ShedDisk
import ShedModel
import ShedProjectTestSupport
import ShedTestSupport
import Testing

@testable import ShedProject

/// What file managers are told of folders, without a session bus.
@Suite struct `Icons of folders` {
    private func show(_ project: Project, _ isOn: Bool = true, dryRun: Bool = false) throws -> [String] {
        try project.write { transaction throws(ShedError) in try transaction.showIcons(isOn, dryRun: dryRun) }
            .map { "\($0.action.rawValue) \($0.path)" }
    }

    private func all(_ shelf: Shelf) throws -> String {
        try shelf.shell("cd 'My Poems'; find . -path ./.shed -prune -o -print | sort; find . -name .directory -type f -exec md5sum {} + | sort")
    }

    private func icon(_ shelf: Shelf, _ folder: String) throws -> String {
        try shelf.shell("sed -n 's/^Icon=//p' 'My Poems/\(folder)/.directory' 2>/dev/null || true").split(separator: "/").last.map { String($0.dropLast()) } ?? ""
    }

    @Test func `come to the folders of the template, are kept as they are, and go without a trace`() throws {
        let shelf = try Shelf()
        let project = try shelf.project()
        try project.sync()
        let before = try all(shelf)
        let planned = try show(project, dryRun: true)
        #expect(try all(shelf) == before && !(shelf.shell("ls").contains("data")))
        let written = try show(project)
        #expect(written == planned && written.contains("write Draft/.directory") && written.contains("write All/.directory") && written.count == 13)
        #expect(try shelf.shell("test -f \"$(sed -n 's/^Icon=//p' 'My Poems/Draft/.directory')\" && echo there") == "there\n")
        let done = try all(shelf)
        #expect(try show(project) == [] && all(shelf) == done)
        let status = try project.refresh().icons()
        #expect(status.isOn && status.folders.count == 13 && status.folders.allSatisfy(\.isShown))
        // They are nothing that came to the project.
        let outcome = try project.sync()
        #expect(outcome.reports.isEmpty && outcome.changes.isEmpty)
        #expect(try all(shelf) == done)
        #expect(try show(project, false).count == 13)
        #expect(try all(shelf) == before)
        #expect(try shelf.shell("ls -A data/shed 2>/dev/null | wc -l; ls data/icons/hicolor/scalable/emblems | wc -l") == "0\n0\n")
        #expect(try show(project, false) == [] && !project.refresh().icons().isOn)
    }

    @Test func `say when something waits in Rejected, and when nothing does any more`() throws {
        let shelf = try Shelf()
        let project = try shelf.project()
        _ = try show(project)
        try shelf.shell("cd 'My Poems'; mkdir Draft/Old; echo x > Draft/Old/x.txt")
        try project.sync()
        #expect(try icon(shelf, "Rejected") == "refused-waiting.svg")
        try shelf.shell("cd 'My Poems'; mv Rejected/* ..")
        try project.sync()
        // An empty one goes, with what shed has put there alone.
        #expect(try shelf.shell("test ! -d 'My Poems/Rejected' && echo gone") == "gone\n")
        try shelf.shell("cd 'My Poems'; mkdir Draft/Old; echo x > Draft/Old/x.txt")
        try project.sync()
        try shelf.shell("cd 'My Poems'; echo Comment=mine >> Rejected/.directory; rm -r Rejected/*")
        try project.sync()
        #expect(try icon(shelf, "Rejected") == "refused.svg")
    }

    @Test func `follow a folder that is renamed, and one that is made again`() throws {
        let shelf = try Shelf()
        let project = try shelf.project()
        _ = try show(project)
        try shelf.shell("cd 'My Poems'; mv Draft Entwürfe; rm -r Research")
        try project.sync()
        #expect(try icon(shelf, "Entwürfe") == "draft.svg")
        try shelf.shell("mkdir 'My Poems/Research'")
        try project.sync()
        #expect(try icon(shelf, "Research") == "glass.svg")
        // Also where nobody saw that it was gone.
        try shelf.shell("cd 'My Poems'; mkdir new; rm -r Research; mv new Research")
        try project.sync()
        #expect(try icon(shelf, "Research") == "glass.svg")
        // One that is no folder of the template has none.
        try shelf.shell("mkdir 'My Poems/Collections/Spring'")
        try project.sync()
        #expect(try icon(shelf, "Collections/Spring") == "")
    }

    @Test func `leave what a person or another program has put there`() throws {
        let shelf = try Shelf()
        let project = try shelf.project()
        try project.sync()
        try shelf.shell("""
            cd 'My Poems'; printf '[Desktop Entry]\\nIcon=folder-red\\n' > Draft/.directory; printf '[Dolphin]\\nViewMode=1\\n' > Ready/.directory
            chmod 600 Ready/.directory; echo secret > ../secret; ln -s ../../secret Published/.directory; mkdir Research/.directory; mkfifo Magazines/.directory
            """)
        let before = try all(shelf)
        let items = try project.write { transaction throws(ShedError) in try transaction.showIcons(true, dryRun: false) }
        #expect(items.filter { $0.action == .leave }.map { "\($0.path)" } == ["Draft/.directory", "Magazines/.directory", "Published/.directory", "Research/.directory"])
        #expect(items.allSatisfy { ($0.action == .leave) == ($0.reason != nil) })
        #expect(try shelf.shell("cat secret; cd 'My Poems'; cat Draft/.directory; stat -c %a Ready/.directory; grep -c ViewMode Ready/.directory") == "secret\n[Desktop Entry]\nIcon=folder-red\n600\n1\n")
        #expect(try icon(shelf, "Ready") == "ready.svg")
        // What a person chooses later stays too, and is not asked about with each change.
        try shelf.shell("cd 'My Poems'; printf '[Desktop Entry]\\nIcon=folder-blue\\n' > Trash/.directory; echo a > Draft/x.txt")
        try project.sync()
        #expect(try shelf.shell("cat 'My Poems/Trash/.directory'") == "[Desktop Entry]\nIcon=folder-blue\n")
        try shelf.shell("rm 'My Poems/Trash/.directory'")
        _ = try show(project, false)
        try shelf.shell("rm -rf 'My Poems/Rejected'")
        #expect(try all(shelf).contains("Set Aside/.directory") == false)
        #expect(try shelf.shell("cat 'My Poems/Ready/.directory'") == "[Dolphin]\nViewMode=1\n")
        #expect(before.contains("Ready/.directory"))
    }

    @Test func `are not there for a folder that leads elsewhere`() throws {
        let shelf = try Shelf()
        let project = try shelf.project()
        try project.sync()
        try shelf.shell("mkdir other; cd 'My Poems'; rmdir Research; ln -s ../other Research")
        _ = try show(project)
        #expect(try shelf.shell("ls -A other") == "")
    }

    /// Whatever is interrupted is completed by the next run of either verb, and no icon is left behind.
    @Test(arguments: ["icons-noted", "icon-written", "icons-kept", "icon-removed"]) func `are completed after an interruption`(point: String) throws {
        let shelf = try Shelf()
        let project = try shelf.project()
        try project.sync()
        let before = try all(shelf)
        if point == "icon-removed" { _ = try show(project) }
        let (path, copy) = (shelf.path, "\(shelf.path)/copy")
        // What stands on the disk at the first such moment is what a killed run leaves.
        try Interruption.$visitor.withValue({ reached in
            if reached == point, access(copy, F_OK) != 0 {
                let pipe = popen("cd '\(path)' && mkdir copy && cp -a 'My Poems' copy/poems && cp -a state copy/state && if [ -d data ]; then cp -a data copy/data; fi", "r")
                if let pipe { pclose(pipe) }
            }
        }) { _ = try show(project, point != "icon-removed") }
        try shelf.shell("rm -rf data; for f in poems/*; do :; done; [ ! -d copy/data ] || mv copy/data data; find 'My Poems' -name .directory -delete; cd copy/poems; find . -name .directory | while read f; do cp -a \"$f\" \"../../My Poems/$f\"; done; cd ../..; s=$(ls -d state/projects/*/); c=copy/$s; rm -f $s/icons; [ ! -f $c/icons ] || cp -a $c/icons $s/icons")
        let again = try shelf.reopen(project)
        if point == "icon-removed" {
            // The next change goes on with it.
            try again.sync()
        } else {
            try again.sync()
            let folders = try again.refresh().icons()
            #expect(folders.isOn && folders.folders.allSatisfy(\.isShown), "\(folders)")
            _ = try show(again, false)
        }
        #expect(try all(shelf) == before)
        #expect(try !again.refresh().icons().isOn)
    }

    @Test func `cost what the template has of folders, however many there are besides`() throws {
        let shelf = try Shelf()
        let project = try shelf.project()
        try shelf.shell("cd 'My Poems/Collections'; seq -f 'c%g' 500 | xargs mkdir")
        try project.sync()
        #expect(try show(project).count == 13)
        #expect(try shelf.shell("find 'My Poems' -name .directory | wc -l") == "13\n")
        // Nothing is written where nothing differs.
        let stamp = "stat -c '%n %y %i' 'My Poems'/*/.directory state/projects/*/icons"
        let before = try shelf.shell(stamp)
        try shelf.shell("echo x > 'My Poems/Draft/x.txt'; mkdir 'My Poems/Collections/more'")
        try project.sync()
        #expect(try shelf.shell(stamp) == before)
    }

    @Test func `are wanted from now on also where no folder is to have one yet`() throws {
        let shelf = try Shelf()
        let project = try shelf.project("blank")
        // Of a project that is suddenly empty nothing would be judged.
        try shelf.shell("mkdir 'My Poems/own' kept; echo x > 'My Poems/own/x.txt'")
        try project.sync()
        try shelf.shell("mv 'My Poems'/[A-Z]* kept")
        try project.sync()
        #expect(try show(project) == [])
        try shelf.shell("mv kept/* 'My Poems'")
        try project.sync()
        let status = try project.refresh().icons()
        #expect(status.isOn && status.folders.count == 2 && status.folders.allSatisfy(\.isShown))
    }

    @Test func `are tried again where a disk would not take them`() throws {
        let shelf = try Shelf()
        let project = try shelf.project()
        try project.sync()
        // Where pictures are to stand there is no room for them.
        try shelf.shell("mkdir data; echo x > data/shed")
        let items = try project.write { transaction throws(ShedError) in try transaction.showIcons(true, dryRun: false) }
        #expect(items.count == 13 && items.allSatisfy { $0.action == .leave && $0.reason != nil })
        try shelf.shell("rm data/shed")
        try project.sync()
        #expect(try project.refresh().icons().folders.allSatisfy(\.isShown))
    }

    @Test func `are not put into a file that would be too long to be read again`() throws {
        let shelf = try Shelf()
        let project = try shelf.project()
        try project.sync()
        try shelf.shell("cd 'My Poems'; { echo '[Desktop Entry]'; head -c 65500 /dev/zero | tr '\\0' x; echo; } > Draft/.directory")
        let before = try all(shelf)
        let items = try project.write { transaction throws(ShedError) in try transaction.showIcons(true, dryRun: false) }
        #expect(items.filter { $0.action == .leave }.map { "\($0.path)" } == ["Draft/.directory"])
        _ = try show(project, false)
        #expect(try all(shelf) == before)
    }

    @Test(.enabled(if: geteuid() != 0)) func `that could not be taken away are taken away later`() throws {
        let shelf = try Shelf()
        let project = try shelf.project()
        try project.sync()
        let before = try all(shelf)
        _ = try show(project)
        try shelf.shell("chmod 500 'My Poems/Draft'")
        #expect(try show(project, false).contains("leave Draft/.directory"))
        #expect(try shelf.shell("ls data/shed/icons | wc -l") != "0\n")
        try shelf.shell("chmod 755 'My Poems/Draft'")
        try project.sync()
        #expect(try all(shelf) == before && shelf.shell("ls -d data/shed/icons 2>/dev/null || true") == "")
    }

    @Test func `are taken back from what is kept beside the file system as soon as it can be told`() throws {
        let shelf = try Shelf()
        try shelf.shell(#"""
            mkdir bin told; cat > bin/gio <<'END'
            #!/bin/sh
            PATH=/usr/bin:/bin
            eval "path=\${$#}"
            case $1 in
            info) echo attributes:; f=$0.told/${path##*/}; [ ! -f "$f" ] || echo "  metadata::custom-icon: $(cat "$f")" ;;
            set) if [ "$2" = -t ]; then rm -f "$0.told/${4##*/}"; else echo "$4" > "$0.told/${2##*/}"; fi ;;
            esac
            END
            chmod 755 bin/gio; mv told bin/gio.told
            """#)
        let project = try shelf.project("blank")
        try project.sync()
        let bus = ["PATH": "\(shelf.path)/bin", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"]
        func told() throws -> String { try shelf.shell("ls bin/gio.told | wc -l") }
        func rounds(_ body: (Project) throws -> Void) throws {
            var surroundings = shelf.surroundings
            surroundings.environment.merge(bus) { $1 }
            try body(Project.open(containing: project.home.path, surroundings: surroundings, purpose: .change))
        }
        try rounds { _ = try show($0) }
        #expect(try told() == "2\n")
        // No session bus is here.
        let without = try shelf.reopen(project)
        _ = try show(without, false)
        #expect(try told() == "2\n" && !without.refresh().icons().isOn)
        try rounds { try $0.sync() }
        #expect(try told() == "0\n" && shelf.shell("ls state/projects/*/icons 2>/dev/null || true; ls -d data/shed/icons 2>/dev/null || true") == "")
    }

    @Test func `go from a copy that came with them`() throws {
        let shelf = try Shelf()
        let project = try shelf.project()
        try project.sync()
        let before = try all(shelf)
        _ = try show(project)
        try shelf.shell("cp -a 'My Poems' Copy")
        let copy = try shelf.trusted("Copy", as: .trust)
        try copy.sync()
        #expect(try !copy.refresh().icons().isOn)
        #expect(try show(copy, false).count == 13)
        #expect(try shelf.shell("find Copy -name .directory | wc -l; find 'My Poems' -name .directory | wc -l") == "0\n13\n")
        _ = try show(project, false)
        #expect(try all(shelf) == before)
    }

    @Test func `go with the last project that has any`() throws {
        let shelf = try Shelf()
        let (one, other) = (try shelf.project(), try shelf.project(named: "Others"))
        _ = try show(one)
        _ = try show(other)
        _ = try show(one, false)
        #expect(try shelf.shell("ls data/shed/icons | wc -l") != "0\n")
        _ = try show(other, false)
        #expect(try shelf.shell("ls -d data/shed/icons 2>/dev/null || true") == "")
    }

    @Test func `take no harm from a book that others wrote`() throws {
        for text in ["", "{", "[]", "{\"format\":1,\"on\":true,\"folders\":[{\"id\":\"x\"}]}", "{\"format\":9}"] {
            let shelf = try Shelf()
            let project = try shelf.project()
            TestFile.write(text, to: try shelf.shell("printf %s $(ls -d $PWD/state/projects/*/)icons"))
            try project.sync()
            #expect(try project.refresh().icons().folders.allSatisfy(\.isShown))
            #expect(try show(project, false).count == 13)
        }
    }
}
