import ShedDisk
import ShedModel
import ShedProject

/// Registered projects that stand at more than one place.
struct Twins {
    private var places: [NodeID: [Patient]] = [:]

    init(_ patients: [Patient]) {
        for patient in patients where patient.isLive { places[patient.folder.record.project, default: []].append(patient) }
    }

    /// The other live places of a project, in the order of their paths.
    func others(of patient: Patient) -> [Patient] {
        places[patient.folder.record.project, default: []].filter { $0.folder.path != patient.folder.path }
    }
}
