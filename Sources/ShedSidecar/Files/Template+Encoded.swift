import ShedModel

extension Template {
    /// What a file of it holds: always the same for the same template. A member that is added to it must be left out where it says nothing
    /// new, else all that is kept by this counts as changed.
    package var encoded: [UInt8] { bytes }
}
