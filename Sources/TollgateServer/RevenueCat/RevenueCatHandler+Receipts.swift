import Hummingbird
import Logging
import Tollgate
import TollgateAppStore
import TollgateWire

extension RevenueCatHandler {
  /// `POST /v1/receipts`: records a purchase.
  ///
  /// The SDK finishes the transaction unless the status is 500 or above, so whatever is not recorded for certain is
  /// answered that way, a wrong key and a flood of requests included.
  ///
  /// Nothing is recorded before the receipt is verified, not even the customer.
  ///
  /// A purchase that the store signed has a rate of its own: the purchase is not refused, no matter who else uses the
  /// name.
  ///
  /// Attributes come with the receipt; a failure to record them does not fail the purchase.
  ///
  /// - Returns: The customer, with the purchase.
  /// - Throws: ``RevenueCatError``, or a `Problem` that ``RevenueCatError/init(ofReceipt:)`` maps.
  func receipts(_ incoming: IncomingRequest) async throws -> Response {
    let receipt: PostedReceipt
    let app: ServedApp
    do {
      app = try self.app(incoming)
      try Self.requireAppStore(incoming)
      receipt = try PostedReceipt(try incoming.simpleJSON(JSONValue.self))
    } catch let error as RevenueCatError {
      throw error.keepingTransaction
    }
    let known = users.caller(try await users.find(receipt.user, in: app).id, in: app)
    let intake = ReceiptIntake(purchases: service.purchases)
    // What is not signed costs a question to the App Store.
    if !receipt.token.isSigned { try limiter.admit(naming: known, from: incoming.address) }
    let proof = try await intake.proof(of: receipt, in: app, at: known.now)
    if case .signed(let updates) = proof, let purchase = updates.first?.purchase {
      try limiter.admit(purchase, by: known)
    }
    let caller = try await users.open(receipt.user, in: app)
    try await intake.record(proof, of: receipt, for: caller)
    do {
      try await set(
        receipt.attributes, of: receipt.user, in: app, sentBy: incoming.address)
    } catch {
      // The SDK sends them again by themselves; the purchase is recorded.
      incoming.logger.debug("attributes", metadata: ["code": "\(error.code.rawValue)"])
    }
    try await record(receipt.appTransaction, sentBy: incoming, for: caller)
    var info = try await info(of: receipt.user, in: app)
    info.posted = Set(proof.updates.flatMap(\.transactions).map(\.id))
    return try answer(info.json)
  }

  /// Records the download of the app that comes with a receipt, if a condition of the blueprint tests it.
  private func record(
    _ appTransaction: String?, sentBy incoming: IncomingRequest, for caller: Caller
  ) async throws(Problem) {
    guard caller.app.blueprint.reportsDownload,
      let download = await incoming.download(appTransaction, in: caller.app, at: caller.now)
    else { return }
    _ = try await service.reports.setAttributes(
      AttributesRequest([:]), presenting: download, by: caller)
  }

  /// The platforms whose purchases are another store's, as `X-Platform` names them.
  private static let otherPlatforms: Set = ["android", "amazon"]

  /// Refuses the purchase of another store.
  ///
  /// Google Play refunds a purchase that nobody acknowledges within three days: the SDK acknowledges it only at a
  /// status below 500.
  private static func requireAppStore(_ incoming: IncomingRequest) throws {
    guard let platform = incoming.header("X-Platform")?.lowercased(),
      otherPlatforms.contains(platform)
    else { return }
    throw RevenueCatError(
      501, .storeProblem, "Purchases of Google Play and Amazon are not supported by this server.")
  }
}
