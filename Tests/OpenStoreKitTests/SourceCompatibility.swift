// The ways in which apps use StoreKit 2, numbered. The test is that they compile; a few also run.

#if canImport(StoreKit)
  import StoreKit
#else
  import OpenStoreKit
#endif

/// Products and purchases, the way apps write them.
@MainActor
enum ProductShapes {
  enum ID: String, CaseIterable {
    case monthly = "premium.monthly"
    case lifetime
  }

  static func load() async throws -> [String] {
    var lines: [String] = []
    // 1: a set of identifiers
    let set: Set<String> = ["premium.monthly", "lifetime"]
    let products: [Product] = try await Product.products(for: set)
    // 2: an array mapped from an enumeration
    let mapped = try await Product.products(for: ID.allCases.map(\.rawValue))
    // 3: a dictionary's keys
    let names = ["lifetime": "For ever"]
    let keyed = try await Product.products(for: names.keys)
    // 4: sorting by price, a Decimal
    lines += products.sorted(by: { $0.price < $1.price }).map(\.id)
    // 5: a dictionary by identifier
    let byID = Dictionary(uniqueKeysWithValues: mapped.map { ($0.id, $0) })
    // 6: the plain type name of identifiers
    let id: Product.ID? = keyed.first?.id
    lines.append(byID[id ?? ""]?.displayName ?? "none")
    // 7: switching over the type, a struct of constants
    for product in products {
      switch product.type {
      case .consumable: lines.append("consumable")
      case .nonConsumable: lines.append("non-consumable")
      case .autoRenewable: lines.append("auto-renewable")
      case .nonRenewable: lines.append("non-renewable")
      default: lines.append(product.type.rawValue)
      }
    }
    // 8: filtering by a list of types
    let owned = products.filter { [.nonConsumable, .autoRenewable].contains($0.type) }
    // 9: a struct in a set and in a dictionary
    let unique = Set(owned)
    var quantities: [Product: Int] = [:]
    for product in unique { quantities[product, default: 0] += 1 }
    return lines
  }

  static func describe(_ product: Product) -> String {
    // 10: price arithmetic in the product's own format
    let yearly = (product.price * 12).formatted(product.priceFormatStyle)
    // 11: as a number for analytics
    let amount = NSDecimalNumber(decimal: product.price).doubleValue
    // 12: the currency of the format
    let currency = product.priceFormatStyle.currencyCode
    // 13: the locale of the format
    let region = product.priceFormatStyle.locale.region?.identifier
    // 14: the store's own description
    let json = try? JSONSerialization.jsonObject(with: product.jsonRepresentation)
    // 15: sharing with the family
    let shared = product.isFamilyShareable ? "family" : "personal"
    return [yearly, "\(amount)", currency, region ?? "", json == nil ? "" : "json", shared]
      .joined(separator: " ")
  }

  static func periods(of subscription: Product.SubscriptionInfo) -> String {
    let period = subscription.subscriptionPeriod
    // 16: switching over the unit
    let unit =
      switch period.unit {
      case .day: period.value == 7 ? "week" : "day"
      case .week: "week"
      case .month: "month"
      case .year: "year"
      @unknown default: "period"
      }
    // 17: comparing with a constant
    let isYearly = period == .yearly
    // 18: the unit as text
    let text = "\(period.unit)"
    // 19: months by the unit, for a price a month
    let months = [.month: 1, .year: 12][period.unit] ?? 1
    // 20: date components of a period
    let components = DateComponents(subscriptionPeriod: period)
    // 21: an extension's style of localized units
    let localized = period.unit.localizedDescription
    return
      "\(unit) \(isYearly) \(text) \(months * period.value) \(components.month ?? 0) \(localized)"
  }

  static func offers(of product: Product) async -> String {
    guard let subscription = product.subscription else { return "" }
    // 22: eligibility by instance and by group
    let isEligible = await subscription.isEligibleForIntroOffer
    let group = await Product.SubscriptionInfo.isEligibleForIntroOffer(
      for: subscription.subscriptionGroupID)
    // 23: the introductory offer by its mode
    var line = ""
    if isEligible && group, let offer = subscription.introductoryOffer {
      switch offer.paymentMode {
      case .freeTrial: line = "free for \(offer.period.value) \(offer.period.unit)"
      case .payAsYouGo: line = "\(offer.displayPrice) x \(offer.periodCount)"
      case .payUpFront: line = offer.displayPrice
      default: line = offer.paymentMode.rawValue
      }
    }
    // 24: offers by kind
    let kinds = subscription.promotionalOffers.filter { $0.type == .promotional }.compactMap(\.id)
    // 25: optional chaining through everything
    let first = product.subscription?.winBackOffers.first?.period.unit == .month
    return
      "\(line) \(kinds.count) \(first) \(subscription.groupLevel) \(subscription.groupDisplayName)"
  }

  static func buy(_ product: Product, token: UUID) async -> String {
    do {
      // 26: without options
      let result = try await product.purchase()
      // 27: a nested switch with a where clause
      switch result {
      case .success(.verified(let transaction)) where transaction.revocationDate == nil:
        await transaction.finish()
        return "bought \(transaction.productID)"
      case .success(.verified(let transaction)): return "revoked \(transaction.id)"
      case .success(.unverified(let transaction, let error)):
        return "unverified \(transaction.id) \(error.localizedDescription)"
      case .pending: return "pending"
      case .userCancelled: return "cancelled"
      @unknown default: return "unknown"
      }
    } catch StoreKitError.userCancelled {
      // 28: a pattern of an error
      return "cancelled"
    } catch let error as Product.PurchaseError {
      // 29: an error of the purchase, by case
      switch error {
      case .invalidQuantity, .productUnavailable, .purchaseNotAllowed: return "\(error)"
      default: return error.localizedDescription
      }
    } catch let error as StoreKitError {
      // 30: an error of StoreKit with its payload
      if case .networkError(let underlying) = error { return "\(underlying.code.rawValue)" }
      return error.errorDescription ?? ""
    } catch SKError.paymentCancelled {
      // 31: an error of the older interface
      return "cancelled"
    } catch {
      // 32: any error, bridged, with the older interface's domain and number
      let bridged = error as NSError
      let isForbidden =
        bridged.domain == SKErrorDomain && bridged.code == SKError.paymentNotAllowed.rawValue
      return isForbidden ? "not allowed" : bridged.domain
    }
  }

  static func buyWithOptions(_ product: Product, token: UUID, signature: Data) async throws {
    // 33: a set built step by step
    var options: Set<Product.PurchaseOption> = []
    options.insert(.appAccountToken(token))
    options.insert(.quantity(2))
    // 34: the sandbox's Ask to Buy
    options.insert(.simulatesAskToBuyInSandbox(false))
    // 35: the storefront's change
    options.insert(.onStorefrontChange { $0.countryCode == "USA" })
    // 36: the app's own values
    options.insert(.custom(key: "source", value: "paywall"))
    _ = try? await product.purchase(options: options)
    // 37: the older signature of promotional offers
    let older = Product.PurchaseOption.promotionalOffer(
      offerID: "stay", keyID: "KEY", nonce: token, signature: signature, timestamp: 1)
    // 38: a win-back offer
    let offer = product.subscription?.winBackOffers.first
    let winBack = offer.map { Product.PurchaseOption.winBackOffer($0) }
    // 39: options from optionals
    _ = Set([older, winBack].compactMap { $0 })
    // 40: a purchase as an unstructured task
    let task = Task { try await product.purchase(options: [.quantity(99)]) }
    _ = await task.result
  }
}
