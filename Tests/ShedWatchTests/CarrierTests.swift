import ShedModel
import ShedTestSchedule
import Testing

@testable import ShedWatch

@Suite(.waitsForPrograms) struct CarrierNameTests {
    @Test(arguments: [
        (".syncthing.Ode.txt.tmp", "Ode.txt", true),
        ("~syncthing~Ode.txt.tmp", "Ode.txt", true),
        ("Ode.txt.a1b2c3d4.partial", "Ode.txt", true),
        (".Ode.txt.Xy12aB", "Ode.txt", true),
        (".Ode.txt.Xy12aB", "Elegy.txt", false),
        (".Ode.txt.Xy1", "Ode.txt", false),
        (".goutputstream-AB12CD", "Ode.txt", false),
        (".partial", "Ode.txt", false),
        ("Ode.txt.tmp", "Ode.txt", false),
        ("Draft.txt", "Ode.txt", false),
        ("", "Ode.txt", false),
    ])
    func `a carrier is known by the temporary name it renames from`(old: String, new: String, isArrival: Bool) {
        #expect(CarrierName.isArrival(from: Name(old), to: Name(new)) == isArrival)
    }

    @Test(arguments: [
        WatchError.from(call: "inotify_init", path: [], code: 24), .from(call: "inotify_add_watch", path: [0xff], code: 28),
    ])
    func `a limit's error says how to raise it`(error: WatchError) {
        #expect("\(error)".contains("sudo sysctl fs.inotify.max_user_"))
    }
}

extension Watching {
    @Suite(.serialized) struct Carriers {
        @Test func `what is renamed from a carrier's name is an arrival, and what a person moves is none`() throws {
            let fixture = try Fixture(preparing: "mkdir Draft Ready")
            try fixture.shell(
                """
                touch Draft/.syncthing.Ode.txt.tmp Draft/.Elegy.txt.Ab12Cd Draft/mine
                mv Draft/.syncthing.Ode.txt.tmp Draft/Ode.txt
                mv Draft/.Elegy.txt.Ab12Cd Ready/Elegy.txt
                mv Draft/mine Ready/mine
                mv Draft Drafts
                """)
            let burst = try fixture.changes()
            #expect(burst.arrivalsFromCarrier == ["Drafts/Ode.txt", "Ready/Elegy.txt"])
            #expect(try fixture.changes().arrivalsFromCarrier.isEmpty)
        }
    }
}
