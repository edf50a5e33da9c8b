import ArgumentParser
import ShedCommand
import ShedModel
import ShedProject

struct AlbumCoverVerb: ChangingVerb {
    static let configuration = CommandConfiguration(commandName: "cover", abstract: "Choose the photo that stands for its album.")

    @Argument var photo: String
    @OptionGroup var change: ChangeOptions
    @OptionGroup var global: GlobalOptions

    func perform(_ session: Session) throws -> Ending {
        let project = try session.openToChange(dryRun: change.dryRun)
        let path = try session.path(photo, in: project)
        try project.write { transaction throws(ShedError) in try transaction.setCover(of: path.parent, to: path) }
        session.say("\(session.done("chosen", change.dryRun)) \(path)")
        return .done
    }
}
