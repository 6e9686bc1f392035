import AppStoreSimulator
import TollgateAppStore

/// The endpoints of the App Store Server API that take consumption information for a refund request.
///
/// They accept it for anything that the customer bought, with or without a request, and keep what was sent last; the
/// first version takes consumables and subscriptions that renew.
enum ConsumptionEndpoints {
  /// Answers
  /// <https://developer.apple.com/documentation/appstoreserverapi/send-consumption-information>.
  static func receive(
    _ call: ServerAPICall, _ service: isolated StoreService
  ) throws(ServerAPIRefusal) {
    let payload = try purchase(call, service.simulator)
    let fields = try call.body()
    try check(fields)
    guard let delivery = fields["deliveryStatus"]?.text.map(DeliveryStatus.init(rawValue:)),
      deliveries.contains(delivery)
    else { throw ServerAPIRefusal(.invalidDeliveryStatus) }
    let share = try share(in: fields, of: payload, delivery)
    try checkPreference(in: fields, of: payload, share: share)
    service.consumptions[payload.transactionId] = .object(fields)
  }

  private static let deliveries: [DeliveryStatus] = [
    .delivered, .undeliveredQualityIssue, .undeliveredWrongItem, .undeliveredServerOutage,
    .undeliveredOther,
  ]

  /// How much of the purchase was used, in thousandths of a percent from 0 to 100,000; nil if that is not stated.
  ///
  /// A subscription states nothing, and what was not delivered was not used.
  private static func share(
    in fields: [String: JSONValue], of payload: TransactionPayload, _ delivery: DeliveryStatus
  ) throws(ServerAPIRefusal) -> Int64? {
    guard let value = fields["consumptionPercentage"], value != .null else { return nil }
    guard payload.type != .autoRenewable else {
      throw ServerAPIRefusal(.consumptionPercentageNotSupported)
    }
    guard let share = value.integer, (0...100_000).contains(share),
      share == 0 || delivery == .delivered
    else { throw ServerAPIRefusal(.generalBadRequest) }
    return share
  }

  /// Checks the preferred outcome, which prorates only a subscription, or what was used in part.
  private static func checkPreference(
    in fields: [String: JSONValue], of payload: TransactionPayload, share: Int64?
  ) throws(ServerAPIRefusal) {
    guard let value = fields["refundPreference"], value != .null else { return }
    guard let preference = value.text.map(RefundPreference.init(rawValue:)),
      [.decline, .grantFull, .grantProrated].contains(preference),
      preference != .grantProrated || payload.type == .autoRenewable
        || share.map({ 0 < $0 && $0 < 100_000 }) ?? false
    else { throw ServerAPIRefusal(.invalidRefundPreference) }
  }

  /// Answers the first version of the request, see
  /// <https://developer.apple.com/documentation/appstoreserverapi/send-consumption-information-v1>.
  static func receiveV1(
    _ call: ServerAPICall, _ service: isolated StoreService
  ) throws(ServerAPIRefusal) {
    let payload = try purchase(call, service.simulator)
    guard payload.type == .consumable || payload.type == .autoRenewable else {
      throw ServerAPIRefusal(.invalidTransactionTypeNotSupported)
    }
    let fields = try call.body()
    try check(fields)
    for (name, range, code) in numbers {
      guard let number = fields[name]?.integer, range.contains(number) else {
        throw ServerAPIRefusal(code)
      }
    }
    guard let token = fields["appAccountToken"]?.text,
      token.isEmpty || IdentifierFormat.isUUID(token)
    else {
      throw ServerAPIRefusal(.invalidAppAccountToken)
    }
    service.consumptions[payload.transactionId] = .object(fields)
  }

  /// The numeric fields of the first version, each with its valid range.
  private static let numbers: [(String, ClosedRange<Int64>, ServerAPIErrorCode)] = [
    ("consumptionStatus", 0...3, .invalidConsumptionStatus),
    ("platform", 0...2, .invalidPlatform),
    ("deliveryStatus", 0...5, .invalidDeliveryStatus),
    ("accountTenure", 0...7, .invalidAccountTenure),
    ("playTime", 0...7, .invalidPlayTime),
    ("lifetimeDollarsRefunded", 0...7, .invalidLifetimeDollarsRefunded),
    ("lifetimeDollarsPurchased", 0...7, .invalidLifetimeDollarsPurchased),
    ("userStatus", 0...4, .invalidUserStatus),
  ]

  /// Checks the fields that both versions require.
  private static func check(_ fields: [String: JSONValue]) throws(ServerAPIRefusal) {
    guard fields["customerConsented"]?.boolean == true else {
      throw ServerAPIRefusal(.invalidCustomerConsented)
    }
    guard fields["sampleContentProvided"]?.boolean != nil else {
      throw ServerAPIRefusal(.invalidSampleContentProvided)
    }
  }

  /// The purchase that the path names, which must be the account's own.
  private static func purchase(
    _ call: ServerAPICall, _ simulator: AppStoreSimulator
  ) throws(ServerAPIRefusal) -> TransactionPayload {
    let payload = try simulator.requireTransaction(call.parameter("id")).payload
    try payload.requirePurchased()
    return payload
  }
}
