/// What does not hold after steps on some devices, once all was carried.
func problems(count: Int = 2, hasTemplate: Bool = false, hasSkew: Bool = false, _ steps: [Step]) -> [Problem] {
    var fleet = History.Start(count: count, hasTemplate: hasTemplate, hasSkew: hasSkew).fleet()
    for step in steps { fleet.perform(step) }
    return fleet.heal()
}

func step(_ device: Int, _ action: Step.Action) -> Step { Step(device: device, action: action) }
