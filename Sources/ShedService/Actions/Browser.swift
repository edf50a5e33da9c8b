/// A file manager that shed has actions for.
public enum Browser: String, Hashable, Sendable, CaseIterable {
    case nautilus
    case thunar
    /// Dolphin, and what shares its menus.
    case dolphin
    /// PCManFM-Qt, and what else heeds the specification for actions of file managers (DES-EMA 0.15).
    case pcmanfm

    /// Its name as people write it.
    public var title: String {
        switch self {
        case .nautilus: "Nautilus"
        case .thunar: "Thunar"
        case .dolphin: "Dolphin"
        case .pcmanfm: "PCManFM"
        }
    }

    /// Programs of which one says that it is here.
    var programs: [String] {
        switch self {
        case .nautilus: ["nautilus"]
        case .thunar: ["thunar"]
        case .dolphin: ["dolphin", "konqueror", "krusader"]
        case .pcmanfm: ["pcmanfm-qt", "pcmanfm"]
        }
    }
}
