import ShedModel
import ShedProject
import ShedRules

extension Adoption {
    /// What `check` would say afterwards.
    public func findings() -> [Finding] {
        Checker(BoundScan(situation.snapshot, binding: plan.binding, model: model), rules: situation.conventions.rules).findings(root: root)
            .sorted { ($0.path, $0.rule) < ($1.path, $1.rule) }
    }
}
