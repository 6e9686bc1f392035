import AppStoreSimulator
public import TollgateAppStore

extension StoreService {
  /// The consumption information that the app sent for a purchase with a refund request, or nil if there isn't one yet.
  ///
  /// - Parameter transactionID: The purchase.
  /// - Returns: The JSON that the app sent last.
  public func consumption(of transactionID: String) -> JSONValue? {
    consumptions[transactionID]
  }

  /// Answers
  /// <https://developer.apple.com/documentation/appstoreserverapi/send-consumption-information>.
  func takeConsumption(_ call: ServerAPICall) throws(ServerAPIRefusal) {
    let payload = try consumed(call)
    let fields = try call.body()
    try Self.check(fields)
    let deliveries = [
      DeliveryStatus.delivered, .undeliveredQualityIssue, .undeliveredWrongItem,
      .undeliveredServerOutage, .undeliveredOther,
    ]
    guard let status = fields["deliveryStatus"]?.text, deliveries.map(\.rawValue).contains(status)
    else { throw ServerAPIRefusal(.invalidDeliveryStatus) }
    if let share = fields["consumptionPercentage"], share != .null {
      guard let share = share.whole, (0...100_000).contains(share) else {
        throw ServerAPIRefusal(.generalBadRequest)
      }
    }
    if let preference = fields["refundPreference"], preference != .null {
      let known = [RefundPreference.decline, .grantFull, .grantProrated].map(\.rawValue)
      guard let preference = preference.text, known.contains(preference) else {
        throw ServerAPIRefusal(.generalBadRequest)
      }
    }
    consumptions[payload.transactionId] = .object(fields)
  }

  /// Answers the first version of the request, see
  /// <https://developer.apple.com/documentation/appstoreserverapi/send-consumption-information-v1>.
  func takeConsumptionV1(_ call: ServerAPICall) throws(ServerAPIRefusal) {
    let payload = try consumed(call)
    let fields = try call.body()
    try Self.check(fields)
    for (name, range, code) in Self.numbers {
      guard let number = fields[name]?.whole, range.contains(number) else {
        throw ServerAPIRefusal(code)
      }
    }
    guard let token = fields["appAccountToken"]?.text, token.isEmpty || Self.isUUID(token) else {
      throw ServerAPIRefusal(.invalidAppAccountToken)
    }
    consumptions[payload.transactionId] = .object(fields)
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

  private static func check(_ fields: [String: JSONValue]) throws(ServerAPIRefusal) {
    guard fields["customerConsented"]?.truth == true else {
      throw ServerAPIRefusal(.invalidCustomerConsented)
    }
    guard fields["sampleContentProvided"]?.truth != nil else {
      throw ServerAPIRefusal(.invalidSampleContentProvided)
    }
  }

  private nonisolated func consumed(
    _ call: ServerAPICall
  ) throws(ServerAPIRefusal) -> TransactionPayload {
    let payload = try transaction(call.parameter("id")).payload
    guard payload.inAppOwnershipType == .purchased else {
      throw ServerAPIRefusal(.familyTransactionNotSupported)
    }
    guard payload.type == .consumable || payload.type == .autoRenewable else {
      throw ServerAPIRefusal(.invalidTransactionTypeNotSupported)
    }
    return payload
  }
}
