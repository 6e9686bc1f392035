#if canImport(StoreKit)
  import StoreKit
#else
  import OpenStoreKit
#endif

/// A name that collides with one of SwiftUI's in apps, and their workaround.
typealias StoreTransaction = Transaction

extension VerificationResult where SignedType == Transaction {
  // 41: an extension with a constraint
  fileprivate var trusted: Transaction? {
    if case .verified(let transaction) = self { return transaction }
    return nil
  }
}

/// Transactions and statuses, the way apps write them.
enum TransactionShapes {
  // 42: the generic check of Apple's sample, as apps carry it
  static func checked<T>(_ result: VerificationResult<T>) throws -> T {
    switch result {
    case .unverified(_, let error): throw error
    case .verified(let safe): return safe
    }
  }

  static func entitlements() async -> Set<String> {
    // 43: a loop with a guard
    var ids: Set<String> = []
    for await result in Transaction.currentEntitlements {
      guard case .verified(let transaction) = result else { continue }
      if let revocation = transaction.revocationDate, revocation < .now { continue }
      ids.insert(transaction.productID)
    }
    // 44: a pattern in the loop
    for await case .verified(let transaction) in Transaction.currentEntitlements {
      ids.insert(transaction.productID)
    }
    // 45: the sequence's own algorithms
    let trusted = Transaction.currentEntitlements.compactMap { $0.trusted?.productID }
    for await id in trusted { ids.insert(id) }
    // 46: contains
    if await Transaction.currentEntitlements.contains(where: { $0.trusted?.isUpgraded == true }) {
      ids.insert("upgraded")
    }
    // 47: reduce
    let count = await Transaction.all.reduce(0) { sum, _ in sum + 1 }
    ids.insert("history: \(count)")
    // 48: of one product, in all four forms
    if await Transaction.currentEntitlement(for: "lifetime") != nil { ids.insert("entitled") }
    if let latest = await Transaction.latest(for: "lifetime")?.trusted {
      ids.insert("latest \(latest.ownershipType == .purchased)")
    }
    for await _ in Transaction.currentEntitlements(for: "lifetime") { ids.insert("sequence") }
    for await _ in Transaction.all(for: "lifetime") { ids.insert("all") }
    return ids
  }

  static func listen(_ handle: @escaping @Sendable (StoreTransaction) async -> Void) {
    // 49: a detached listener with a priority, result kept
    let first: Task<Void, Never> = Task.detached(priority: .background) {
      for await result in Transaction.updates {
        if let transaction = result.trusted { await handle(transaction) }
      }
    }
    // 50: a listener that throws
    let second: Task<Void, any Error> = Task.detached {
      for await result in Transaction.updates { await handle(try checked(result)) }
    }
    // 51: a detached listener whose task is not kept
    Task.detached { for await _ in Transaction.unfinished {} }
    // 52: a task that inherits its actor
    let third = Task(priority: .utility) {
      for await status in Product.SubscriptionInfo.Status.updates { _ = status.state }
    }
    // 53: a stream made of updates
    let stream = AsyncStream<UInt64> { continuation in
      let task = Task {
        for await result in Transaction.updates { continuation.yield(result.unsafePayloadValue.id) }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
    _ = stream
    first.cancel()
    second.cancel()
    third.cancel()
  }

  static func fields(of transaction: Transaction) -> [String: String] {
    // 54: everything that apps send to servers
    [
      "id": String(transaction.id), "original": "\(transaction.originalID)",
      "bundle": transaction.appBundleID, "type": transaction.productType.rawValue,
      "bought": transaction.purchaseDate.ISO8601Format(),
      "first": transaction.originalPurchaseDate.formatted(.iso8601),
      "expires": transaction.expirationDate?.description ?? "never",
      "quantity": "\(transaction.purchasedQuantity)",
      "group": transaction.subscriptionGroupID ?? "",
      "token": transaction.appAccountToken?.uuidString ?? "",
      "environment": transaction.environment.rawValue,
      "isSandbox": "\(transaction.environment == .sandbox || transaction.environment == .xcode)",
      "storefront": transaction.storefrontCountryCode,
      "country": transaction.storefront.countryCode,
      "price": transaction.price?.description ?? "",
      "currency": transaction.currency?.identifier ?? "",
      "reason": transaction.reason == .renewal ? "renewal" : transaction.reason.rawValue,
      "offer": transaction.offer?.id ?? "", "mode": transaction.offer?.paymentMode?.rawValue ?? "",
      "webOrder": transaction.webOrderLineItemID ?? "", "signed": "\(transaction.signedDate)",
      "json": String(data: transaction.jsonRepresentation, encoding: .utf8) ?? "",
      "revoked": transaction.revocationReason == .developerIssue ? "issue" : "other",
      "verification": transaction.deviceVerification.base64EncodedString(),
    ]
  }

  static func verify(_ result: VerificationResult<Transaction>) throws -> String {
    // 55: the text that a server verifies, and its parts
    let jws = result.jwsRepresentation
    _ = (result.headerData, result.payloadData, result.signatureData, result.signedData)
    _ = (result.signedDate, result.deviceVerification, result.deviceVerificationNonce)
    // 56: payloads, checked and unchecked
    let id = try result.payloadValue.id == result.unsafePayloadValue.id
    // 57: reasons by case
    if case .unverified(_, .invalidSignature) = result { return "signature" }
    return "\(id) \(jws.split(separator: ".").count)"
  }

  static func status(of product: Product) async throws -> [String] {
    var lines: [String] = []
    // 58: the statuses of a product's group
    guard let statuses = try await product.subscription?.status else { return [] }
    for status in statuses {
      // 59: switching over the state
      switch status.state {
      case .subscribed, .inGracePeriod: lines.append("active")
      case .inBillingRetryPeriod: lines.append("retry")
      case .expired, .revoked: lines.append("over")
      default: lines.append("\(status.state.rawValue)")
      }
      // 60: renewal info after a check
      let renewal = try checked(status.renewalInfo)
      lines.append("\(renewal.willAutoRenew) \(renewal.autoRenewPreference ?? "-")")
      lines.append("\(renewal.currentProductID) \(renewal.renewalDate?.timeIntervalSince1970 ?? 0)")
      if renewal.expirationReason == .billingError || renewal.isInBillingRetry {
        lines.append("\(renewal.gracePeriodExpirationDate ?? .distantPast)")
      }
      if renewal.priceIncreaseStatus == .pending { lines.append("price") }
      lines.append("\(renewal.renewalPrice ?? 0) \(renewal.eligibleWinBackOfferIDs)")
      // 61: the transaction of a status
      let transaction = try status.transaction.payloadValue
      lines.append(transaction.productID)
    }
    // 62: by group, the highest state first
    let other = try await Product.SubscriptionInfo.status(for: "plans")
    let best = other.max { left, right in left.state.rawValue > right.state.rawValue }
    lines.append("\(best?.state.localizedDescription ?? "")")
    // 63: the short names
    let short: SubscriptionStatus? = other.first
    let info: SubscriptionInfo? = product.subscription
    let state: SubscriptionRenewalState = short?.state ?? .expired
    let period: SubscriptionPeriod? = info?.subscriptionPeriod
    lines.append("\(state == .subscribed) \(period?.value ?? 0)")
    // 64: the status of a transaction
    lines.append("\(await Transaction.latest(for: product.id)?.trusted?.subscriptionStatus != nil)")
    // 65: what belongs to a product
    lines.append(
      "\(await product.currentEntitlement != nil) \(await product.latestTransaction != nil)")
    return lines
  }

  @MainActor
  static func store() async throws -> [String] {
    // 66: restore
    try await AppStore.sync()
    // 67: whether the device may buy
    var lines = ["\(AppStore.canMakePayments)"]
    // 68: the device
    lines.append(AppStore.deviceVerificationID == nil ? "no device" : "device")
    // 69: the download of the app
    if case .verified(let app) = try await AppTransaction.shared {
      lines += [app.bundleID, app.originalAppVersion, app.environment.rawValue, app.appVersion]
      if app.originalPurchaseDate < .distantFuture { lines.append("old") }
    }
    _ = try await AppTransaction.refresh()
    // 70: the storefront
    if let storefront = await Storefront.current {
      lines += [storefront.countryCode, storefront.id]
    }
    return lines
  }

  // 71: names written in full, for apps with their own types of that name
  static func full(_ product: OpenStoreKit.Product) -> OpenStoreKit.Transaction.Transactions {
    OpenStoreKit.Transaction.all(for: product.id)
  }
}

// 72: protocols of apps with StoreKit's types in them, and conformances
protocol PurchaseService: Sendable {
  func products() async throws -> [Product]
  var updates: Transaction.Transactions { get }
}

struct LiveService: PurchaseService {
  func products() async throws -> [Product] { try await Product.products(for: ["lifetime"]) }

  var updates: Transaction.Transactions { Transaction.updates }
}

/// What a library reads of purchases that were made with the Advanced Commerce API.
enum AdvancedCommerceShapes {
  // 73: the fields of a transaction and of what renews, each in a value of its type
  static func read(_ transaction: Transaction) -> [String] {
    guard let info = transaction.advancedCommerceInfo else { return [] }
    var lines = [
      info.requestReferenceID, info.taxCode, info.displayName ?? "", info.description ?? "",
    ]
    for item in info.items {
      let details = item.details
      lines += [details.sku, details.displayName, details.description, price(details.price)]
      if let offer = details.offer {
        let period: Product.SubscriptionPeriod = offer.period
        lines += [
          price(offer.price), "\(period.value) \(offer.periodCount)", offer.reason.rawValue,
        ]
        lines.append(offer.reason == .winBack ? "back" : "new")
      }
      for refund in item.refunds ?? [] {
        switch refund.reason {
        case .legal, .modifyItems, .unfulfilled, .unintended, .unsatisfied, .other: break
        default: lines.append(refund.reason.rawValue)
        }
        lines += [refund.type == .proRated ? "part" : refund.type.rawValue, price(refund.amount)]
      }
      lines += details.partners.map { $0.name ?? $0.id }
    }
    return lines
  }

  static func read(_ info: Product.SubscriptionInfo.RenewalInfo) -> [String] {
    guard let advanced = info.advancedCommerceInfo else { return [] }
    let names = [
      advanced.displayName, advanced.description, advanced.consistencyToken, advanced.taxCode,
    ]
    let increases = advanced.items.compactMap(\.priceIncreaseInfo).filter { $0.status == .pending }
    return names + increases.map { price($0.price) } + increases.flatMap(\.dependentSKUs)
  }

  private static func price(_ price: Decimal) -> String {
    NSDecimalNumber(decimal: price).stringValue
  }

  // 74: a purchase of what the app's server has signed
  @MainActor
  static func buy(_ id: String, compactJWS: String, in window: some Any) async throws -> Bool {
    let product = try await AdvancedCommerceProduct(id: id)
    let options: Set<AdvancedCommerceProduct.PurchaseOption> = [.onStorefrontChange { _ in true }]
    let result = try await product.purchase(
      compactJWS: compactJWS, confirmIn: window, options: options)
    if case .success(.verified(let transaction)) = result { return transaction.id > 0 }
    return await product.latestTransaction != nil
  }
}

// 75: short names for the original interface beside those of StoreKit 2
typealias OldProduct = StoreKit.SKProduct
typealias OldDiscount = StoreKit.SKProductDiscount
typealias OldPeriod = StoreKit.SKProductSubscriptionPeriod
typealias OldState = StoreKit.SKPaymentTransactionState
typealias OldFailure = StoreKit.SKError.Code
