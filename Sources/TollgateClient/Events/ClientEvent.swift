public import Tollgate

/// What happened to a paywall, a purchase, a gate or a use, for an app's analytics.
///
/// ``name`` and ``properties`` are what most analytics services take; the other properties are the same values, typed.
/// A retry of a request or of a delivery does not send a second event.
public struct ClientEvent: Hashable, Sendable {
  /// The name of an event; newer versions may add names.
  public struct Name: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    /// Names an event by its written form.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name as written.
    public var description: String { rawValue }

    /// A paywall is on screen: `paywall`, `presentation`, and `placement` or `feature` if one led to it; `variant.NAME`
    /// is the variant that it shows of the experiment `NAME`.
    public static let paywallShown = Name(rawValue: "paywall_shown")
    /// A paywall was requested and not shown: `outcome` is the reason, and `placement`, `feature` or `paywall` says
    /// what was requested.
    public static let paywallSkipped = Name(rawValue: "paywall_skipped")
    /// A paywall left the screen: like ``paywallShown``, and `outcome` is `purchased`, `restored`, `dismissed` or
    /// `failed`.
    public static let paywallClosed = Name(rawValue: "paywall_closed")
    /// The store's purchase sheet is about to open: `product`, and the paywall on screen, if any.
    public static let purchaseStarted = Name(rawValue: "purchase_started")
    /// The purchase flow has ended: like ``purchaseStarted``; `outcome` is `purchased`, `pending`, `cancelled` or
    /// `failed`, and `problem` says why.
    public static let purchaseEnded = Name(rawValue: "purchase_ended")
    /// The server has recorded a transaction, also a renewal or one made elsewhere: `transaction`, `product`.
    ///
    /// Once for each transaction while the app runs.
    public static let transactionRecorded = Name(rawValue: "transaction_recorded")
    /// The server permanently refused a transaction: `transaction`, `product`, and `problem` is the error's code.
    public static let transactionRefused = Name(rawValue: "transaction_refused")
    /// A restore is over: `outcome` is `restored`, `nothing_found`, `cancelled` or `failed`; `problem` is the error's
    /// code.
    public static let restoreEnded = Name(rawValue: "restore_ended")
    /// A gate has decided, after its paywall was closed if it showed one: `feature`; `outcome` is `allowed`, `denied`
    /// or `unknown`.
    public static let gate = Name(rawValue: "gate")
    /// A use was decided, by the server or offline by the device: `feature`, `key`; `outcome` is `allowed` or `denied`.
    ///
    /// Once for each idempotency key and outcome.
    public static let use = Name(rawValue: "use")
  }

  public let name: Name
  /// When, by the server's clock as far as the device knows it; nil before the server's first response.
  public internal(set) var at: Instant?
  public internal(set) var paywall: Paywall.ID?
  /// The number of the paywall's presentation since the app's launch, which its events share.
  public internal(set) var presentation: PaywallPresentation.ID?
  /// The placement that the paywall was requested at.
  public internal(set) var placement: Placement.ID?
  /// The feature that was checked or used, or that led to the paywall.
  public internal(set) var feature: Feature.ID?
  /// The variant that the paywall shows of each experiment that changes it.
  public internal(set) var variants: [Experiment.ID: Experiment.Variant.ID] = [:]
  public internal(set) var product: CatalogProduct.ID?
  public internal(set) var transaction: StoreTransaction.ID?
  /// The idempotency key of a use.
  public internal(set) var key: Idempotency.Key?
  /// How it ended, in one word.
  public internal(set) var outcome: String?
  /// The code of the problem or error.
  public internal(set) var problem: String?

  init(_ name: Name) { self.name = name }

  /// The values that the event has, as text.
  public var properties: [String: String] {
    var values: [String: String?] = [
      "paywall": paywall?.rawValue, "presentation": presentation.map(String.init),
      "placement": placement?.rawValue, "feature": feature?.rawValue,
      "product": product?.rawValue, "transaction": transaction?.rawValue, "key": key?.rawValue,
      "outcome": outcome, "problem": problem, "at": at?.description,
    ]
    for (experiment, variant) in variants { values["variant.\(experiment)"] = variant.rawValue }
    return values.compactMapValues { $0 }
  }
}
