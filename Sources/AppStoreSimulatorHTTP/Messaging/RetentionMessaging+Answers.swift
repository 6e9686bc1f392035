import AppStoreSimulator
import Foundation
import TollgateAppStore

/// The possible members of an answer, which has exactly one of them.
///
/// Follows <https://developer.apple.com/documentation/retentionmessaging/realtimeresponsebody>. The member for the
/// Advanced Commerce API is refused, because the store does not simulate that API.
private enum AnswerMember: String, CaseIterable {
  case message
  case alternateProduct
  case promotionalOffer
}

extension RetentionMessaging {
  /// Reads and checks the answer of an app's server.
  ///
  /// - Parameter transaction: The last transaction of the subscription that it was about.
  /// - Returns: What the App Store shows.
  /// - Throws: The reason that the answer is not used.
  func readChoice(
    _ exchange: RetentionRequester.Exchange, about transaction: TransactionPayload
  ) throws(RetentionProblem) -> RetentionChoice {
    let (member, fields) = try Self.member(of: try Self.body(of: exchange))
    let message = try requireMessage(fields["messageIdentifier"])
    guard member != .message else { return .message(message) }
    guard message.image == nil, message.bulletPoints.isEmpty else {
      throw RetentionProblem(
        .imageNotAllowed,
        "The message \(message.messageIdentifier) has an image or bullet points, which only `message` may have."
      )
    }
    guard member == .promotionalOffer else {
      let product = try alternate(fields, transaction)
      return .alternateProduct(
        message, productID: product.productID, plan: try plan(fields, of: product))
    }
    let offer = try SignedOffer(fields)
    try check(offer, transaction)
    return .promotionalOffer(message, productID: offer.productID, offerID: offer.offerID)
  }

  /// How many characters of the body of a refusal are shown.
  private static let shownCharacters = 300

  /// The body of a response that arrived in time.
  private static func body(
    of exchange: RetentionRequester.Exchange
  ) throws(RetentionProblem) -> [UInt8] {
    let limit = timeLimit.milliseconds
    switch exchange.outcome {
    case .failed(.timedOut):
      throw RetentionProblem(
        .late, "The server did not answer within \(limit) milliseconds.", countsAs: .timedOut)
    case .failed(let result):
      throw RetentionProblem(
        .noResponse, "The server did not answer: \(result.rawValue).", countsAs: result)
    case .answered where exchange.duration > timeLimit:
      let time = exchange.duration.milliseconds
      throw RetentionProblem(
        .late, "The server answered after \(time) milliseconds; the limit is \(limit).",
        countsAs: .timedOut)
    case .answered(200, let body): return body
    case .answered(let status, let body):
      let text = String(decoding: body, as: UTF8.self).prefix(shownCharacters)
      throw RetentionProblem(
        .wrongStatus,
        "The server answered with status \(status) instead of 200"
          + (text.isEmpty ? "." : ": \(text)"),
        countsAs: .unsuccessfulHTTPResponseCode)
    }
  }

  /// The only member of the answer, and its fields; those that are null count as missing.
  private static func member(
    of body: [UInt8]
  ) throws(RetentionProblem) -> (AnswerMember, [String: JSONValue]) {
    let object: [String: JSONValue]
    do {
      object = try JSONDecoder().decode([String: JSONValue].self, from: Data(body))
        .filter { $0.value != .null }
    } catch {
      throw RetentionProblem(.wrongForm, "The body is not a JSON object.")
    }
    guard object.count == 1, let (name, value) = object.first,
      let member = AnswerMember(rawValue: name), case .object(let fields) = value
    else {
      let names = AnswerMember.allCases.map(\.rawValue).joined(separator: ", ")
      throw RetentionProblem(
        .wrongForm, "The body must have exactly one of \(names), as an object.")
    }
    return (member, fields.filter { $0.value != .null })
  }

  /// The message that an answer names, which must be approved.
  private func requireMessage(
    _ value: JSONValue?
  ) throws(RetentionProblem) -> RetentionMessage {
    guard let id = value?.text else {
      throw RetentionProblem(.wrongForm, "`messageIdentifier` is missing.")
    }
    switch message(id) {
    case .approved(let message): return message
    case .unknown: throw RetentionProblem(.unknownMessage, "There is no message \(id).")
    case .notApproved:
      throw RetentionProblem(.messageNotApproved, "The message \(id) is not approved.")
    case .imageNotApproved:
      throw RetentionProblem(.imageNotApproved, "An image of the message \(id) is not approved.")
    }
  }

  /// The subscription to switch to, which must be another one of the group.
  private func alternate(
    _ fields: [String: JSONValue], _ transaction: TransactionPayload
  ) throws(RetentionProblem) -> StoreKitConfiguration.Subscription {
    guard let id = fields["productId"]?.text else {
      throw RetentionProblem(.wrongForm, "`productId` is missing.")
    }
    guard id != transaction.productId, isInGroup(id, of: transaction),
      let product = simulator.configuration.subscription(id)
    else {
      throw RetentionProblem(
        .wrongProduct, "\(id) is not another subscription of the group of \(transaction.productId)."
      )
    }
    return product
  }

  /// The billing plan that an answer names, which the product must be sold with; nil if it names none.
  ///
  /// Every subscription is sold up front. Follows
  /// <https://developer.apple.com/documentation/retentionmessaging/billingplantype>.
  private func plan(
    _ fields: [String: JSONValue], of product: StoreKitConfiguration.Subscription
  ) throws(RetentionProblem) -> BillingPlanType? {
    guard let value = fields["billingPlanType"] else { return nil }
    guard let plan = value.text.map(BillingPlanType.init(rawValue:)),
      [.billedUpfront, .monthly].contains(plan)
    else {
      throw RetentionProblem(.wrongForm, "`billingPlanType` must be BILLED_UPFRONT or MONTHLY.")
    }
    guard
      plan == .billedUpfront
        || product.billingPlans.contains(where: { $0.type == plan && $0.isEnabled })
    else {
      throw RetentionProblem(
        .wrongProduct, "\(product.productID) is not sold with the billing plan MONTHLY.")
    }
    return plan
  }

  /// Checks an offer against the configuration, and a JSON Web Signature against the key for offers, if there is one.
  private func check(
    _ offer: SignedOffer, _ transaction: TransactionPayload
  ) throws(RetentionProblem) {
    let product = simulator.configuration.subscription(offer.productID)
    guard isInGroup(offer.productID, of: transaction),
      product?.promotionalOffers.contains(where: { $0.id == offer.offerID }) ?? false
    else {
      throw RetentionProblem(
        .wrongOffer,
        "\(offer.productID) has no promotional offer \(offer.offerID), or is in another group.")
    }
    guard let jws = offer.jws else { return }
    guard let owner = simulator.account(owning: transaction.transactionId),
      simulator.acceptsPromotionalOffer(
        jws, offer: offer.offerID, of: offer.productID, by: owner)
    else {
      throw RetentionProblem(
        .wrongOffer, "The signature of the offer \(offer.offerID) is not accepted.")
    }
  }

  private func isInGroup(_ productID: String, of transaction: TransactionPayload) -> Bool {
    simulator.configuration.subscription(productID)?.groupID
      == simulator.configuration.subscription(transaction.productId)?.groupID
  }
}

/// The promotional offer of an answer, in either version of the signature.
private struct SignedOffer {
  var productID: String
  var offerID: String

  /// The JSON Web Signature; nil for the first version, whose signature is not verified.
  var jws: String?

  /// The claims of a JSON Web Signature that the App Store requires of an answer.
  private struct Claims: Decodable {
    var productId: String
    var offerIdentifier: String
    var transactionId: String
  }

  /// Reads an offer.
  ///
  /// - Throws: `wrongForm` unless it has one signature, with every field that its version requires.
  init(_ fields: [String: JSONValue]) throws(RetentionProblem) {
    let (first, second) = (
      fields["promotionalOfferSignatureV1"]?.fields, fields["promotionalOfferSignatureV2"]?.text
    )
    switch (first, second) {
    case (nil, let jws?): try self.init(jws: jws)
    case (let fields?, nil): try self.init(firstVersion: fields)
    case (nil, nil), (_?, _?):
      throw RetentionProblem(.wrongForm, "`promotionalOffer` must have exactly one signature.")
    }
  }

  private init(jws: String) throws(RetentionProblem) {
    let parts = jws.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, let payload = Base64.decode(Array(parts[1])[...], as: .url) else {
      throw RetentionProblem(
        .wrongForm, "`promotionalOfferSignatureV2` is not a JSON Web Signature.")
    }
    do {
      let claims = try JSONDecoder().decode(Claims.self, from: Data(payload))
      (productID, offerID) = (claims.productId, claims.offerIdentifier)
    } catch {
      throw RetentionProblem(
        .wrongForm, "The signature needs the claims productId, offerIdentifier and transactionId.")
    }
    self.jws = jws
  }

  private init(firstVersion fields: [String: JSONValue]) throws(RetentionProblem) {
    guard let productID = fields["productId"]?.text, let offerID = fields["offerIdentifier"]?.text,
      fields["encodedSignature"]?.text != nil, fields["keyId"]?.text != nil,
      fields["nonce"]?.text.map(IdentifierFormat.isUUID) ?? false,
      fields["timestamp"]?.integer != nil
    else {
      throw RetentionProblem(
        .wrongForm, "`promotionalOfferSignatureV1` lacks a field, or has one of another type.")
    }
    (self.productID, self.offerID) = (productID, offerID)
  }
}
