/// Small inputs that every reader understands, for mutations to begin with.
enum Seeds {
  static func inputs(of store: FuzzedStore) -> [[UInt8]] {
    func input(_ reader: Feed, _ text: String) -> [UInt8] { [reader.rawValue] + Array(text.utf8) }
    let payloads = store.payloads
    return [
      input(.configuration, configuration), input(.configuration, "{}"),
      input(.appTransaction, appTransaction), input(.serverAnswer, statuses),
      input(.serverAnswer, history), input(.serverAnswer, notifications),
      input(
        .serverAnswer, "{\"errorCode\":4040010,\"errorMessage\":\"Transaction id not found.\"}"),
      [Feed.appReceipt.rawValue] + appReceipt, input(.transactionReceipt, transactionReceipt),
      input(.period, "P12M"), input(.period, "9.99"), input(.blueprint, blueprint),
      input(.blueprint, blueprintWithFile), input(.issuerClaims, FuzzedIssuer.claims),
    ]
      + payloads.flatMap { payload in
        [.transaction, .renewalInfo, .notification, .signedPayload].map { input($0, payload) }
      } + store.genuine.map { input(.signedText, $0) }
  }

  static let configuration = """
    {"identifier": "1", "nonRenewingSubscriptions": [], "products": [{"productID": "coins",
      "type": "Consumable", "displayPrice": "1.99", "familyShareable": false, "localizations":
      [{"locale": "en_US", "displayName": "Coins", "description": ""}]}],
     "settings": {"_timeRate": 6, "_storefront": "USA", "_locale": "en_US", "_askToBuyEnabled": false,
      "_storeKitErrors": [{"current": {"index": 0, "type": "generic"}, "enabled": false,
      "name": "Purchase"}]},
     "subscriptionGroups": [{"id": "G", "name": "Pro", "subscriptions": [{"productID": "pro.monthly",
      "type": "RecurringSubscription", "groupNumber": 1, "subscriptionGroupID": "G",
      "recurringSubscriptionPeriod": "P1M", "displayPrice": "9.99", "introductoryOffer":
      {"paymentMode": "free", "subscriptionPeriod": "P1W"}, "adHocOffers": [{"offerID": "half",
      "paymentMode": "payAsYouGo", "subscriptionPeriod": "P1M", "numberOfPeriods": 2,
      "displayPrice": "4.99"}], "winbackOffers": [], "billingPlans": []}]}],
     "version": {"major": 4, "minor": 0}}
    """

  static let blueprint = """
    app: {id: fuzz, name: Fuzz, bundleID: com.example.fuzz}
    products:
      pro: {name: Pro, period: P1M, price: 9.99 USD, entitlements: [pro]}
    features:
      scan:
        - when: {entitled: pro}
          allow: unlimited
        - otherwise: {upTo: 1, per: day}
    texts:
      hello: {en: Hello, de: Hallo}
    """

  static let blueprintWithFile = """
    app: {id: fuzz, name: Fuzz, bundleID: com.example.fuzz}
    products: {from: fuzz.storekit, entitlements: {pro.monthly: pro}}
    features: {scan: allow}
    """

  private static let appTransaction = """
    {"receiptType": "Sandbox", "bundleId": "com.example.fuzz", "applicationVersion": "1",
     "receiptCreationDate": 1772000000000, "originalPurchaseDate": 1772000000000.5,
     "originalApplicationVersion": "1.0", "deviceVerification": "AA==", "appTransactionId": "7"}
    """

  private static let statuses = """
    {"environment": "Sandbox", "bundleId": "com.example.fuzz", "data": [{"subscriptionGroupIdentifier":
      "G", "lastTransactions": [{"originalTransactionId": "1", "status": 1, "signedTransactionInfo":
      "e30.e30.AA", "signedRenewalInfo": "e30.e30.AA"}]}]}
    """

  private static let history = """
    {"revision": "r", "hasMore": true, "bundleId": "com.example.fuzz", "environment": "Sandbox",
     "signedTransactions": ["e30.e30.AA"]}
    """

  private static let notifications = """
    {"hasMore": false, "paginationToken": "t", "notificationHistory": [{"signedPayload": "e30.e30.AA",
      "sendAttempts": [{"attemptDate": 1772000000000, "sendAttemptResult": "SUCCESS"}]}]}
    """

  private static let transactionReceipt =
    "eyJwdXJjaGFzZS1pbmZvIiA9ICJleUowY21GdWMyRmpkR2x2YmkxcFpDSWdQU0FpTVNJN2ZRPT0iO30="

  /// A PKCS #7 container around one in-app purchase, of transaction 1.
  private static var appReceipt: [UInt8] {
    func node(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
      [tag, UInt8(content.count)] + content
    }
    func attribute(_ type: [UInt8], _ value: [UInt8]) -> [UInt8] {
      node(0x30, node(0x02, type) + node(0x02, [1]) + node(0x04, value))
    }
    let purchase = node(0x31, attribute([0x06, 0xA7], node(0x0C, [0x31])))
    let wrapped = node(0x04, node(0x31, attribute([17], purchase)))
    let data: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]
    let signed: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
    let content = node(0x30, node(0x06, data) + node(0xA0, wrapped))
    let inner = node(0x30, node(0x02, [1]) + node(0x31, []) + content)
    return node(0x30, node(0x06, signed) + node(0xA0, inner))
  }
}
