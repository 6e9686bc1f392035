import Tollgate
import TollgateLedger

extension LedgerLocation {
  /// The greatest number of apps that a note lists.
  private static let listed = 5

  /// Refuses an app whose name is nearly that of one the ledger knows, and notes any other that it does not know.
  ///
  /// A ledger that knows no app is new. In an older one, an unknown app may be new or a mistake.
  ///
  /// - Parameter app: The app that a key or a person is added to.
  /// - Throws: ``Failure``, or ``LedgerError`` if the ledger cannot be read.
  func check(_ app: Blueprint.App.ID, in ledger: any Ledger) async throws {
    let known = try await ledger.administration.apps().map(\.rawValue)
    guard !known.isEmpty, !known.contains(app.rawValue) else { return }
    if let nearest = nearestName(to: app.rawValue, in: known) {
      throw Failure(
        in: description,
        "the ledger has no app `\(app)`; did you mean `\(nearest)`? If the app is new, serve its blueprint first"
      )
    }
    let names = known.prefix(Self.listed).map { "`\($0)`" }.joined(separator: ", ")
    let rest = known.count > Self.listed ? ", …" : ""
    Output.printError(
      "\(description): note: the ledger has no app `\(app)`, only \(names)\(rest): check the name, or serve the new app's blueprint."
    )
  }
}
