import ShedModel
import ShedProject

extension Doctor {
    /// 2025, in milliseconds since 1970: shed is younger than that.
    private static let earliest: Int64 = 1_735_689_600_000

    /// Whether the clock is where it can be: not long before what was seen already.
    func clock(_ patients: [Patient]) -> [Diagnosis] {
        let now = surroundings.now()
        let cost = "shed’s own times no longer say when; what other devices do now looks like the future and waits"
        let remedy = "sudo timedatectl set-ntp true"
        guard now >= Doctor.earliest else {
            return [Diagnosis(.clock, .warning, "the clock stands before the year 2025", cost: cost, remedy: remedy)]
        }
        var found: [Diagnosis] = []
        for patient in patients {
            guard let clock = patient.summary?.clock else { continue }
            let ahead = Int64(clock >> 16) - now
            guard ahead > HybridClock.tolerance else { continue }
            found.append(
                Diagnosis(
                    .clock, .warning, subject: patient.path,
                    "the clock is \(Doctor.count(Int(ahead / HybridClock.tolerance), "day")) behind what this project saw already",
                    cost: cost, remedy: remedy))
        }
        return found.isEmpty ? [Diagnosis(.clock, .ok, "the clock is not behind anything that was seen")] : found
    }
}
