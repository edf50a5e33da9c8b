import ShedTestSchedule
import Testing

/// Two Syncthing instances on this machine carry a project, `.shed` included, both ways.
@Suite(.serialized, .waitsInTurn) struct `Syncthing` {
    @Test(.enabled(if: syncthing.isWanted, "\(syncthing.unwanted)"), arguments: syncthingTrials, Attendance.allCases)
    func `a project carried both ways has the same IDs on both sides`(trial: Trial, attendance: Attendance) throws {
        try Bench.hold(trial, attendance)
    }
}

private let syncthing = Program("syncthing")

/// Begins two instances, `one` on the project and `two` on `../Two`; they know each other by addresses of this
/// machine alone: no discovery, no relays, no reports, no page to look at.
private let connected = """
    taken() { grep -qi ":$(printf %04X $1) " /proc/net/tcp; }
    port=$((20000 + $$ % 10000)); while taken $port || taken $((port + 1)); do port=$((port + 2)); done
    for side in one two; do syncthing generate --no-default-folder --home ../$side > ../$side.log 2>&1; done
    one=$(syncthing --home ../one --device-id) two=$(syncthing --home ../two --device-id)
    mkdir .stfolder ../Two ../Two/.stfolder
    configure() {
        cat > ../$1/config.xml <<END
    <configuration version="36">
      <folder id="poems" path="$(realpath $2)" type="sendreceive" rescanIntervalS="3600" fsWatcherEnabled="true" fsWatcherDelayS="1">
        <device id="$one"></device><device id="$two"></device></folder>
      <device id="$one"><address>tcp://127.0.0.1:$port</address></device>
      <device id="$two"><address>tcp://127.0.0.1:$((port + 1))</address></device>
      <gui enabled="false"></gui>
      <options><listenAddress>tcp://127.0.0.1:$3</listenAddress><globalAnnounceEnabled>false</globalAnnounceEnabled>
        <localAnnounceEnabled>false</localAnnounceEnabled><relaysEnabled>false</relaysEnabled><natEnabled>false</natEnabled>
        <urAccepted>-1</urAccepted><autoUpgradeIntervalH>0</autoUpgradeIntervalH><crashReportingEnabled>false</crashReportingEnabled>
        <startBrowser>false</startBrowser><reconnectionIntervalS>1</reconnectionIntervalS></options>
    </configuration>
    END
        syncthing serve --home ../$1 --no-browser --no-restart >> ../$1.log 2>&1 &
    }
    configure one . $port; first=$!; configure two ../Two $((port + 1)); second=$!
    # Both sides hold the same, .shed included.
    same() { await 'diff -r . ../Two > ../difference 2>&1'; }
    twins() { for file in "$@"; do [ "$(id "$file")" = "$(cd ../Two; id "$file")" ]; done; }
    # The same project at two places of one machine.
    same; "$SHED" trust ../Two > ../said; "$SHED" adopt ../Two --as replica > ../said; "$SHED" -C ../Two sync; same

    """

private let disconnected = """

    "$SHED" -C ../Two sync; "$SHED" -C ../Two check
    kill $first $second; wait $first || true; wait $second || true; rm -r .stfolder
    """

private let syncthingTrials = [
    Trial(
        program: syncthing, operation: "carried to a second folder; files made, saved, moved and renamed on either side",
        script: connected + """
            twins Draft/Ode.txt Ready/Sonnet.txt Collections/Book
            echo five > Draft/New.txt; sed -i s/two/six/ Draft/Elegy.txt; barrier; same; "$SHED" -C ../Two sync; same; twins Draft/New.txt Draft/Elegy.txt
            mv Draft/Ode.txt Ready/; barrier; same; "$SHED" -C ../Two sync; same; twins Ready/Ode.txt
            (cd ../Two; mv Ready/Sonnet.txt 'Ready/Sonnet II.txt'; "$SHED" sync); same; barrier; same; twins 'Ready/Sonnet II.txt'
            """ + disconnected,
        moved: ["Draft/Ode.txt": "Ready/Ode.txt", "Ready/Sonnet.txt": "Ready/Sonnet II.txt"],
        added: ["Draft/New.txt"], contents: ["Draft/Elegy.txt": "six\n"]),
    Trial(
        program: syncthing, operation: "a folder renamed on the other side",
        script: connected + """
            (cd ../Two; mv Collections/Book Collections/Livre; "$SHED" sync); same; barrier; same
            twins Collections/Livre Collections/Livre/Poem.txt
            """ + disconnected,
        moved: ["Collections/Book": "Collections/Livre", "Collections/Book/Poem.txt": "Collections/Livre/Poem.txt"]),
    Trial(
        program: syncthing, operation: "All on both sides: texts saved over their links on either, and one moved", preparation: withAll,
        script: allFunctions + connected + """
            (cd ../Two; onlylinks)
            sed -i s/one/five/ All/Ode.txt; linked; same; "$SHED" -C ../Two sync; same; twins Draft/Ode.txt; holds ../Two/All/Ode.txt five
            mv Draft/Elegy.txt Ready/; linked; same; "$SHED" -C ../Two sync; same; test "$(readlink ../Two/All/Elegy.txt)" = ../Ready/Elegy.txt
            (cd ../Two; sed -i s/three/six/ All/Sonnet.txt; "$SHED" sync; onlylinks); same; linked; same
            """ + disconnected,
        moved: ["Draft/Elegy.txt": "Ready/Elegy.txt"], contents: ["Draft/Ode.txt": "five\n", "Ready/Sonnet.txt": "six\n"]),
]
