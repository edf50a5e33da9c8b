import ShedModel
import ShedSidecar

/// The template that is in force, which `template apply` and `info --set kind` put in place of another.
extension ProjectHome {
    /// Reads it again, as after it was written or taken back. What cannot be read leaves the one that was in force.
    package func reloadTemplate() {
        if let now = try? sidecar.template() { template = now }
    }

    /// Whether another template is in force than when the project was opened: what its kind keeps of it goes by that one.
    package var hasOtherTemplate: Bool { template != openedTemplate }
}
