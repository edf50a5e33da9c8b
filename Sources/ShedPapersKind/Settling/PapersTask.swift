import ShedModel
import ShedPapers

/// One thing that is to be done so that a papers project is as it should be.
enum PapersTask: Hashable {
    /// A PDF in the folder of bundles becomes a bundle.
    case makeBundle(pdf: NodeID)
    /// A variant of a bundle has other content than is known of it.
    case lookAt(bundle: NodeID, PDFVariant)
    /// A variant is not there any more.
    case forget(bundle: NodeID, PDFVariant)
    /// A bundle that pages show is not among the bundles any more.
    case returnBundle(NodeID)
    /// What pages are made from has no protected copy.
    case protect(bundle: NodeID)
    /// A PDF in a page group becomes pages.
    case makePages(pdf: NodeID)
    /// Pages whose files are not those that were made for them, or were made from an older display variant.
    case remake(bundle: NodeID)
    /// Of a doc's page groups, or a group's pages, two have the same number.
    case renumber(folder: NodeID)
    /// The order of groups or pages is not what their field `order` says.
    case order

    /// The first of some tasks, with those after it of its sort that are about bundles each by itself: what is done to one does not
    /// change what is to be done to the others, so they are done before anybody asks again.
    static func together(_ tasks: [PapersTask]) -> ArraySlice<PapersTask> {
        guard let sort = tasks.first?.sortOfBundle else { return tasks.prefix(1) }
        return tasks.prefix { $0.sortOfBundle == sort }
    }

    /// Whether programs are run for it, which cost time.
    var runsPrograms: Bool {
        switch self {
        case .makeBundle, .lookAt, .makePages, .remake: true
        case .forget, .returnBundle, .protect, .renumber, .order: false
        }
    }

    /// Which sort of tasks on single bundles it is; `nil`: none.
    private var sortOfBundle: Int? {
        switch self {
        case .lookAt, .forget: 0
        case .protect: 1
        case .makeBundle, .returnBundle, .makePages, .remake, .renumber, .order: nil
        }
    }
}
