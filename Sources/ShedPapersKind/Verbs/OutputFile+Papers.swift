import ShedCommand
import ShedProject

extension OutputFile {
    /// Has something made and takes it. Where that fails, nothing is left.
    func take<Made>(_ session: Session, _ make: () throws(ShedError) -> (made: Made, file: MadeFile)) throws(ShedError) -> Made {
        try fill(session) { write throws(ShedError) in
            let (made, source) = try make()
            try source.pieces(write)
            return made
        }
    }
}
