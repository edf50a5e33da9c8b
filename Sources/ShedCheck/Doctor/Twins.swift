import ShedDisk
import ShedModel
import ShedProject

/// Registered projects that stand at more than one place.
struct Twins {
    private var places: [NodeID: [Patient]] = [:]
    /// The live ones by where they are.
    private var live: [[UInt8]: String] = [:]

    init(_ patients: [Patient]) {
        for patient in patients where patient.isLive {
            places[patient.folder.record.project, default: []].append(patient)
            live[patient.path] = patient.folder.path
        }
    }

    /// Whether what stands where a project was is registered apart from it.
    func isRegisteredAnew(_ patient: Patient) -> Bool { live[patient.path].map { $0 != patient.folder.path } ?? false }

    /// The other live places of a project, in the order of their paths.
    func others(of patient: Patient) -> [Patient] {
        places[patient.folder.record.project, default: []].filter { $0.folder.path != patient.folder.path }
    }
}
