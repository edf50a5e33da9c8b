import ShedModel
import ShedProject

extension ProjectChecks {
    /// How long it is told that a root took another ID, in milliseconds: 30 days.
    private static let told: Int64 = 30 * 86_400_000

    /// That the root took another ID to write under, lately. That another directory was put in its place is no news to who did that.
    func replica() -> [Diagnosis] {
        let record = patient.folder.record
        guard let last = record.former.last(where: { $0.reason != .directory && now - $0.time < ProjectChecks.told }) else {
            return [Diagnosis(.replica, .ok, subject: patient.path, "it writes under an ID of its own")]
        }
        let why =
            switch last.reason {
            case .machine: "its state directory came from another machine, or /etc/machine-id is another one"
            case .fileSystem: "it is on another file system than before, as after a snapshot was put back"
            case .state: "its state directory was copied or put back"
            case .batches, .directory: "batches of the former one came that were not written here: this machine was cloned, or an older state was put back"
            }
        return [
            Diagnosis(
                .replica, .note, subject: patient.path, "on \(Timestamp.text(last.time)) this machine took another ID there to write under: \(why)",
                cost: "none: all that was written under \(last.replica) counts; “shed devices” lists it. Of two machines that are clones each should have an /etc/machine-id of its own")
        ]
    }
}
