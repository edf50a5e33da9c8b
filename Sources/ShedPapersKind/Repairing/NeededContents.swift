import ShedModel
import ShedPapers

/// The contents that something known may need: every SHA-256 that is said of any node, whatever it is said for. So nothing
/// has to be understood to be kept, nor what a later version says.
///
/// A node needs what it needs wherever it is: there, in Trash or in Rejected, missing, or in a folder that nobody knows. Only
/// one that a person gave up, or deleted for good, does not.
struct NeededContents {
    /// Of whatever sort.
    private(set) var all: Set<ContentHash> = []
    /// Those among them that are the OCR variant of a bundle now.
    private(set) var texts: Set<ContentHash> = []

    private let model: Model
    private var mentioned: Set<NodeID> = []
    /// The same texts stand in many nodes; each is read once.
    private var seen: Set<String> = []

    /// - Parameter isGone: whether a node was given up, for all that this device can know.
    init(_ model: Model, isGone: (Node) -> Bool) {
        self.model = model
        var gone: [Node] = []
        for node in model.nodes.values {
            if isGone(node) { gone.append(node) } else { note(node) }
        }
        // What something that is not gone mentions is not gone either; and so on.
        var count = -1
        while count != mentioned.count {
            count = mentioned.count
            for node in gone where mentioned.contains(node.id) { note(node) }
        }
    }

    private mutating func note(_ node: Node) {
        guard let details = node.details else { return }
        for text in details.other.values { note(text.value) }
        if let content = details.content?.hash { all.insert(content) }
        if let content = node.bundleFile(.ocr)?.hash { texts.insert(content) }
    }

    private mutating func note(_ value: JSONValue) {
        switch value {
        case .string(let text):
            guard text.utf8.count <= NeededContents.longest, seen.insert(text).inserted else { return }
            if let content = ContentHash(text) { all.insert(content) }
            if let id = NodeID(text) { mentioned.insert(model.resolve(id)) }
        case .array(let list): for value in list { note(value) }
        case .object(let object): for member in object.members { note(member.value) }
        case .null, .bool, .integer, .number: break
        }
    }

    /// In bytes: more than a SHA-256 and an ID have in any form.
    private static let longest = 128
}
