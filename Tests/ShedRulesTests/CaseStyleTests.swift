import ShedRules
import Testing

@Suite struct `Case styles` {
    @Test(arguments: [
        (.kebab, ["ode", "ode-to-spring", "2-odes", "春の歌", "été-2"], ["Ode", "ode_to", "-ode", "ode-", "ode--to", "ode to", "Été"]),
        (.snake, ["ode", "ode_to_spring", "ode_2"], ["Ode", "ode-to", "_ode", "ode_", "ode__to"]),
        (.screamingSnake, ["ODE", "ODE_TO_2"], ["Ode", "ODE-TO", "ode", "_ODE"]),
        (.camel, ["ode", "odeToSpring", "ode2"], ["Ode", "ode-to", "ode to", "ode_to"]),
        (.pascal, ["Ode", "OdeToSpring", "Ode2", "Élan", "2Odes"], ["ode", "Ode-To", "Ode To"]),
        (.point, ["ode", "ode.to.spring"], ["Ode", ".ode", "ode.", "ode..to", "ode-to"]),
        (.lowercase, ["ode to-spring!", "ode", "ß"], ["Ode", "odE", "ǅ"]),
        (.uppercase, ["ODE TO 2!", "ODE"], ["Ode", "ODe", "ß"]),
    ] as [(CaseStyle, [String], [String])])
    func `each style takes its own and no other`(style: CaseStyle, good: [String], bad: [String]) {
        for text in good { #expect(style.holds(for: text), "\(text)") }
        for text in bad + [""] { #expect(!style.holds(for: text), "\(text)") }
    }
}
