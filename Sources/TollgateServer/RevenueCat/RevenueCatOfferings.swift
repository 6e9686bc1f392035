import Tollgate
import TollgateAppStore

/// What an app sells, as RevenueCat's SDK reads it: each paywall is an offering.
///
/// The SDK asks the store about the products, and shows an error if the store knows none of them. A placement whose
/// paywall this customer is not shown has no offering.
struct RevenueCatOfferings: Sendable {
  /// The customer's membership, which decides what placements show.
  let membership: Membership

  private var definition: Blueprint.Definition { membership.blueprint.definition }

  /// The body of the offerings; the first paywall that sells anything is the current one.
  var json: JSONValue {
    let offerings = definition.paywalls.filter { !$0.packages.isEmpty }
    let names = Set(offerings.map(\.id))
    let current = offerings.first.map { JSONValue.string($0.id.rawValue) } ?? .null
    let placed = definition.placements.map { placement -> (String, JSONValue) in
      guard let paywall = membership.paywall(at: placement.id), names.contains(paywall) else {
        return (placement.id.rawValue, .null)
      }
      return (placement.id.rawValue, .string(paywall.rawValue))
    }
    return .object([
      "current_offering_id": current, "offerings": .array(offerings.map(offering)),
      "placements": .object([
        "fallback_offering_id": current,
        "offering_ids_by_placement": .object(Dictionary(placed) { first, _ in first }),
      ]),
    ])
  }

  /// The packages of a paywall that are for everyone and billed up front, since the SDK sells nothing but regular and
  /// introductory prices.
  private func offering(_ paywall: Paywall) -> JSONValue {
    var taken: Set<String> = []
    let sold = paywall.packagesForEveryone.filter { $0.billing == .upFront }
    let packages = sold.map { package -> JSONValue in
      let product = definition.products.first { $0.id == package.product }
      var name = product?.packageName ?? package.product.rawValue
      if !taken.insert(name).inserted { name = package.product.rawValue }
      return .object([
        "identifier": .string(name),
        "platform_product_identifier": .string(package.product.rawValue),
        "platform_product_plan_identifier": .null,
      ])
    }
    return .object([
      "description": .string(paywall.id.rawValue), "identifier": .string(paywall.id.rawValue),
      "metadata": .object([:]), "packages": .array(packages),
    ])
  }
}

extension Blueprint {
  /// The entitlements of each product, from which the SDK decides by itself while the server cannot be reached.
  var productEntitlementMapping: JSONValue {
    let products = definition.products.filter { !$0.entitlements.isEmpty }
    return .object([
      "product_entitlement_mapping": .object(
        Dictionary(
          products.map { product in
            (
              product.id.rawValue,
              .object([
                "entitlements": .array(product.entitlements.map { .string($0.rawValue) }),
                "product_identifier": .string(product.id.rawValue),
              ])
            )
          }
        ) { first, _ in first })
    ])
  }
}

extension CatalogProduct {
  /// The package's name by the length of the subscription, as the SDK's `monthly` and `annual` look it up; nil for any
  /// other product.
  fileprivate var packageName: String? {
    switch kind {
    case .nonConsumable: return "$rc_lifetime"
    case .consumable, .nonRenewing: return nil
    case .autoRenewable: break
    }
    return switch period.map({ "\($0)" }) {
    case "P1W", "P7D": "$rc_weekly"
    case "P1M": "$rc_monthly"
    case "P2M": "$rc_two_month"
    case "P3M": "$rc_three_month"
    case "P6M": "$rc_six_month"
    case "P1Y", "P12M": "$rc_annual"
    default: nil
    }
  }
}
