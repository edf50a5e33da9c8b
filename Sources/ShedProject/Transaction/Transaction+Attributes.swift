import ShedDisk
import ShedSidecar

extension Transaction {
    /// Brings `.shed/.gitattributes` into a project that was made without it, once: whoever removes it afterwards, on whatever device,
    /// does not get it back, and what a person has put there is left as it is.
    ///
    /// The file comes first and the note in the record then: an interruption between the two costs a look. What cannot be written now
    /// is tried again with the next batch.
    func bringAttributes() {
        guard isWriting, home.stateFolder?.record.hasAttributes == false else { return }
        do throws(DiskError) { try home.sidecar.bringAttributes() } catch { return }
        Interruption.point("attributes")
        try? updateKept { $0.hasAttributes = true }
    }
}
