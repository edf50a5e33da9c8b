/// Whether nothing is there yet, and what stands in its place.
package struct Emptiness {
    package var isEmpty: Bool
    package var text: String

    package init(isEmpty: Bool, text: String) {
        self.isEmpty = isEmpty
        self.text = text
    }
}
