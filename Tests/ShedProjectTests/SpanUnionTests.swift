import ShedSidecar
import Testing

@testable import ShedProject

@Suite struct `Times put together` {
    private func span(_ start: UInt64, _ end: UInt64) -> PlaceHistory.Span { PlaceHistory.Span(start: start, end: end) }

    @Test func `cover what one after the other covers`() {
        let union = SpanUnion([span(5, 9), span(1, 3), span(3, 5), span(2, 4), span(20, 30)])
        #expect(union.covers(span(1, 9)) && union.covers(span(4, 6)) && union.covers(span(20, 30)))
        #expect(!union.covers(span(0, 2)) && !union.covers(span(8, 10)) && !union.covers(span(1, 25)) && !union.covers(span(10, 20)))
        #expect(!SpanUnion([]).covers(span(1, 2)))
    }
}
