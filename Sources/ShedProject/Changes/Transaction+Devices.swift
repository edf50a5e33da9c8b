import ShedMessages
import ShedModel

extension Transaction {
    /// Says what a device is called (`devices rename`). Does nothing where it is called that.
    /// - Parameter device: one of ``ProjectReader/devices()``.
    /// - Throws: ``ShedError`` of kind usage for a text that can be no name.
    public func rename(_ device: Device, to name: String, dryRun: Bool = false) throws(ShedError) {
        guard DeviceField.isPossible(name) else { throw ShedError(.usage, .notADeviceName(longest: DeviceField.longestName), remedy: .nameTheDevice) }
        guard !dryRun, device.name?.raw != name else { return }
        let words = Message.namedDevice(isDryRun: false, replica: "\(device.replica)", name: ForeignText(name).escaped)
        try commit([Operation(id, [DeviceField.naming(device.replica, name)])], saying: words)
        record(device: words)
    }

    /// Says that a device will write no more (`devices retire`): it is not waited for any more. What it writes all the same counts like
    /// anything else, and is told.
    /// - Parameter device: one of ``ProjectReader/devices()``.
    /// - Throws: ``ShedError`` of kind refused for this device, and for one of which that was said and which kept to it.
    public func retire(_ device: Device, dryRun: Bool = false) throws(ShedError) {
        guard !device.isThis else { throw ShedError(.refused, .isThisDevice, remedy: .retireElsewhere) }
        guard device.retired == nil || device.wroteAgain != nil else { throw ShedError(.refused, .retiredAlready(name: device.shown), remedy: .nothingToDo) }
        guard !dryRun else { return }
        // What it has written up to now it did not write again, whatever its clock says.
        let time = max(surroundings.now(), device.last ?? 0)
        let words = Message.retiredDevice(isDryRun: false, name: device.shown)
        try commit([Operation(id, [DeviceField.retiring(device.replica, at: time)])], saying: words)
        record(device: words)
    }
}
