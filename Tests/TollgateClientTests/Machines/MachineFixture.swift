import Foundation
import Tollgate
import TollgateWire

@testable import TollgateClient

/// Values for the client's state machines, without a server, a store or a phone.
enum MachineFixture {
  static let start = Instant(milliseconds: 1_772_355_600_000)
  static let ada: Customer.ID = "customer-ada"
  static let bob: Customer.ID = "customer-bob"

  static func session(
    _ customer: Customer.ID, token: String = "token", account: Account.ID? = nil
  ) -> Session {
    Session(
      customer: customer, token: token, expiresAt: start.adding(milliseconds: 86_400_000),
      account: account, email: nil)
  }

  /// A customer's facts: nothing, or a purchase of everything.
  static func facts(owning isOwned: Bool) -> Customer {
    var customer = Customer()
    if isOwned { customer.join(.transaction(lifetime)) }
    return customer
  }

  static let lifetime = StoreTransaction(
    id: "1", originalID: "1", product: "studio.lifetime", purchasedAt: start, signedAt: start)

  /// The store's signature for `studio.lifetime`; the client reads only its payload.
  static func purchase(_ id: String = "1", token: String? = nil) -> SignedPurchase {
    var payload = """
      {"transactionId":"\(id)","originalTransactionId":"\(id)","productId":"studio.lifetime",\
      "purchaseDate":\(start.milliseconds),"signedDate":\(start.milliseconds)
      """
    if let token { payload += ",\"appAccountToken\":\"\(token)\"" }
    let encoded = Data((payload + "}").utf8).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    return SignedPurchase(id: StoreTransaction.ID(id), transaction: "header.\(encoded).signature")
  }

  static func write(
    _ key: Idempotency.Key, _ report: PendingWrite.Report = .milestone("m"),
    of customer: Customer.ID? = ada, isAnonymous: Bool = false
  ) -> PendingWrite {
    PendingWrite(
      key: key, customer: customer, report: report, at: start, isAnonymous: isAnonymous)
  }

  static func attempt(of customer: Customer.ID, isAnonymous: Bool) -> PurchaseAttempt {
    PurchaseAttempt(
      customer: customer, isAnonymous: isAnonymous, product: "studio.lifetime",
      appAccountToken: nil, at: start)
  }

  static func use(isAllowed: Bool) -> PendingWrite.Report {
    .use(
      PendingWrite.OfflineUse(
        feature: "paint", item: nil, cost: nil, parent: nil, isAllowed: isAllowed, facts: []))
  }

  /// A response that is not a success.
  static func failure(_ status: Int, _ problem: Problem? = nil) throws -> ServerCalls.Failure {
    let body = try problem.map { try JSONEncoder().encode($0) } ?? Data()
    return ServerCalls.Failure(TransportAnswer(status: status, body: body))
  }

  static func response(about customer: Customer.ID?) -> SignedResponse {
    SignedResponse(kind: .snapshot, customer: customer, body: Data(), signature: nil)
  }
}
