import HTTPTypes
import Hummingbird

/// A request of RevenueCat's SDK.
///
/// The paths begin at the root of the server, since the SDK ignores a path in its proxy's URL. None of them is a path of
/// the server's own API, all of whose paths name the app.
enum RevenueCatRoute: CaseIterable, Sendable {
  /// What is answered from the ledger and the blueprint.
  case subscriber, receipts, offerings, productEntitlementMapping, identify, attributes
  case introEligibility, offers, virtualCurrencies, health
  /// Telemetry, which is not kept.
  case events, diagnostics, attribution, adServicesAttribution
  /// What this server has nothing to say about.
  case remoteConfig, customerCenter, supportTicket, redeemPurchase, restoreEligibility
  case healthReport, rewardVerification, alias

  var method: HTTPRequest.Method { place.method }
  /// The path, with the name's place in braces.
  var path: RouterPath { place.path }

  /// The routes of a server with these keys.
  ///
  /// A posted receipt is always answered: without a key by a refusal that keeps the transaction, since a 404 would finish
  /// purchases when a server was started without its keys by mistake.
  static func answered(with keys: RevenueCatKeys) -> [RevenueCatRoute] {
    keys.isEmpty ? [.receipts] : allCases
  }

  /// Whether a path is in the part of the server that RevenueCat's SDK asks: all of the server's own begin with `/v1/apps`.
  static func couldBe(_ path: String) -> Bool {
    path.split(separator: "/", maxSplits: 1).first.map {
      ["v1", "v2", "auth", "rcbilling"].contains($0)
    } ?? false
      && !path.hasPrefix("/v1/apps/") && path != "/v1/apps"
  }

  /// The greatest number of bytes in a body; nil for the server's own limit.
  ///
  /// A receipt of StoreKit 1 lists everything that was ever bought.
  var bodyLimit: Int? { self == .receipts ? 4 * 1024 * 1024 : nil }

  private var place: (method: HTTPRequest.Method, path: RouterPath) {
    switch self {
    case .subscriber: (.get, "/v1/subscribers/{user}")
    case .receipts: (.post, "/v1/receipts")
    case .offerings: (.get, "/v1/subscribers/{user}/offerings")
    case .productEntitlementMapping: (.get, "/v1/product_entitlement_mapping")
    case .identify: (.post, "/v1/subscribers/identify")
    case .attributes: (.post, "/v1/subscribers/{user}/attributes")
    case .introEligibility: (.post, "/v1/subscribers/{user}/intro_eligibility")
    case .offers: (.post, "/v1/offers")
    case .virtualCurrencies: (.get, "/v1/subscribers/{user}/virtual_currencies")
    case .health: (.get, "/v1/health")
    case .events: (.post, "/v1/events")
    case .diagnostics: (.post, "/v1/diagnostics")
    case .attribution: (.post, "/v1/subscribers/{user}/attribution")
    case .adServicesAttribution: (.post, "/v1/subscribers/{user}/adservices_attribution")
    case .remoteConfig: (.post, "/v1/config/app")
    case .customerCenter: (.get, "/v1/customercenter/{user}")
    case .supportTicket: (.post, "/v1/customercenter/support/create-ticket")
    case .redeemPurchase: (.post, "/v1/subscribers/redeem_purchase")
    case .restoreEligibility: (.post, "/v1/subscribers/{user}/restore/eligibility")
    case .healthReport: (.get, "/v1/subscribers/{user}/health_report_availability")
    case .rewardVerification: (.get, "/v1/subscribers/{user}/ads/reward_verifications/{id}")
    case .alias: (.post, "/v1/subscribers/{user}/alias")
    }
  }
}
