public import Tollgate

/// The response to a use or the release of an item.
///
/// It is stored under the request's idempotency key, in the same commit as the use.
public struct UseResponse: Hashable, Sendable, Codable {
  public let feature: Feature.ID
  /// The access to the feature from now on.
  public let access: AccessSummary
  /// The facts that were appended; empty for a use without a limit.
  public var facts: [Fact] { wireFacts.wrappedValue }
  /// The customer's version afterwards.
  public let version: Int
  /// The server's clock at the decision.
  public let serverTime: Instant

  private let wireFacts: WireFacts

  private enum CodingKeys: String, CodingKey {
    case feature, access, version, serverTime
    case wireFacts = "facts"
  }

  public init(
    feature: Feature.ID, access: AccessSummary, facts: [Fact], version: Int, serverTime: Instant
  ) {
    self.feature = feature
    self.access = access
    wireFacts = WireFacts(wrappedValue: facts)
    self.version = version
    self.serverTime = serverTime
  }
}

/// The access to one feature, for callers that store nothing.
///
/// Here a denial is a response with status 200; only a use that is denied is a problem.
public struct AccessResponse: Hashable, Sendable, Codable {
  public let feature: Feature.ID
  public let access: AccessSummary
  /// The customer, who differs from the one requested if that one was merged.
  public let customer: Customer.ID
  /// When the customer's membership next changes without a new fact; nil if it never does.
  public let nextChange: Instant?
  public let version: Int
  /// The server's clock at the decision.
  public let serverTime: Instant

  public init(
    feature: Feature.ID, access: AccessSummary, customer: Customer.ID, nextChange: Instant?,
    version: Int, serverTime: Instant
  ) {
    self.feature = feature
    self.access = access
    self.customer = customer
    self.nextChange = nextChange
    self.version = version
    self.serverTime = serverTime
  }
}

/// The response to a report: a dismissal, a paywall shown or closed, a nudge delivered.
public struct ChangeResponse: Hashable, Sendable, Codable {
  /// The facts that were appended; empty if nothing new was reported.
  public var facts: [Fact] { wireFacts.wrappedValue }
  /// The customer's version afterwards.
  public let version: Int
  /// The server's clock at the decision.
  public let serverTime: Instant

  private let wireFacts: WireFacts

  private enum CodingKeys: String, CodingKey {
    case version, serverTime
    case wireFacts = "facts"
  }

  public init(facts: [Fact], version: Int, serverTime: Instant) {
    wireFacts = WireFacts(wrappedValue: facts)
    self.version = version
    self.serverTime = serverTime
  }
}

/// The signature of a promotional offer.
///
/// It is a JSON Web Signature in Apple's
/// [form](https://developer.apple.com/documentation/storekit/generating-jws-to-sign-app-store-requests), for
/// `Product.PurchaseOption.promotionalOffer(_:compactJWS:)`.
public struct PromotionalOfferResponse: Hashable, Sendable, Codable {
  public let product: CatalogProduct.ID
  /// The offer's identifier.
  public let offer: String
  /// The signature, for one purchase by the store account that the customer bought with.
  public let signature: String

  public init(product: CatalogProduct.ID, offer: String, signature: String) {
    self.product = product
    self.offer = offer
    self.signature = signature
  }
}

/// The signature with which a purchase begins without the introductory offer.
///
/// It is a JSON Web Signature in Apple's
/// [form](https://developer.apple.com/documentation/storekit/generating-jws-to-sign-app-store-requests), for
/// `Product.PurchaseOption.introductoryOfferEligibility(compactJWS:)`.
public struct FullPriceResponse: Hashable, Sendable, Codable {
  public let product: CatalogProduct.ID
  /// The signature, for one purchase by the store account whose transaction it names.
  public let signature: String

  public init(product: CatalogProduct.ID, signature: String) {
    self.product = product
    self.signature = signature
  }
}

/// The response to posted transactions.
///
/// A client finishes a transaction with StoreKit once it is recorded, and never before.
public struct PurchaseResponse: Hashable, Sendable, Codable {
  /// A transaction that was verified but not recorded.
  public struct Refusal: Hashable, Sendable, Codable {
    public let transaction: StoreTransaction.ID
    /// The reason, as a ``ProblemCode``.
    public let code: String

    public init(transaction: StoreTransaction.ID, code: ProblemCode) {
      self.transaction = transaction
      self.code = code.rawValue
    }
  }

  /// The transactions that are durably recorded and may be finished with the store.
  public let recorded: [StoreTransaction.ID]
  /// The transactions that are not recorded; only a restore has any.
  public let refused: [Refusal]
  /// The customer afterwards; nil if the token's customer was merged into an account, which has the purchase now.
  public let snapshot: CustomerSnapshot?

  public init(
    recorded: [StoreTransaction.ID], refused: [Refusal] = [], snapshot: CustomerSnapshot?
  ) {
    self.recorded = recorded
    self.refused = refused
    self.snapshot = snapshot
  }
}

public struct DeletionResponse: Hashable, Sendable, Codable {
  /// The server's clock when it answered.
  public let serverTime: Instant

  public init(serverTime: Instant) { self.serverTime = serverTime }
}

/// The key that the server signs its responses with, and the one that it will sign with next.
public struct SigningKeyResponse: Hashable, Sendable, Codable {
  /// Always `Ed25519` ([RFC 8032](https://www.rfc-editor.org/rfc/rfc8032)).
  public let algorithm: String
  /// The key; pin it from a trusted source, since whoever can forge a response can forge this one.
  public let publicKey: AnswerKey
  /// The key that will replace it, to be pinned beside it; nil if no replacement is planned.
  public let nextPublicKey: AnswerKey?

  public init(publicKey: AnswerKey, nextPublicKey: AnswerKey? = nil) {
    algorithm = "Ed25519"
    self.publicKey = publicKey
    self.nextPublicKey = nextPublicKey
  }
}

/// The response of a server that is up.
public struct HealthResponse: Hashable, Sendable, Codable {
  /// Always `ok`.
  public let status: String
  /// The apps it serves, sorted.
  public let apps: [Blueprint.App.ID]

  public init(apps: [Blueprint.App.ID]) {
    status = "ok"
    self.apps = apps.sorted()
  }
}

/// The response to a store notification.
///
/// The status is 200 for each outcome, so that the App Store does not send the notification again.
public struct NotificationResponse: Hashable, Sendable, Codable {
  public enum Outcome: String, Hashable, Sendable, Codable, CaseIterable {
    /// It is durably recorded.
    case recorded
    /// It was recorded before.
    case duplicate
    /// It contains nothing about a purchase.
    case nothingToRecord
    /// The store signed it and this version of the server does not understand it: it is kept for a later one.
    case kept
  }

  public let outcome: Outcome

  public init(_ outcome: Outcome) { self.outcome = outcome }
}
