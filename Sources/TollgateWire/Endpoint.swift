public import Tollgate

/// The server's endpoints with their methods and paths, shared by server and client.
///
/// Paths are under `/v1/apps/{app}`, except those of ``health``, ``ready`` and ``openAPI``. An endpoint that reads or writes
/// a customer needs that customer's token, ``forCustomer(_:_:)`` a secret key of the app's own backend, and those of
/// ``operators`` one of an operator. Signing up or in, and resetting a password, takes the token of an anonymous customer if
/// the device has one. The others need none.
/// For example, the path of `.use("send-message")` in `coach` is `/v1/apps/coach/customers/me/features/send-message/uses`.
public enum Endpoint: Hashable, Sendable {
  /// Creates an anonymous customer.
  case createCustomer
  /// Creates an account; the presented anonymous customer is converted to it.
  case signUp
  /// Opens a session of an account; a presented anonymous customer is merged into it.
  case signIn
  /// Opens a session of an account with an issuer's token; a presented anonymous customer is merged into it.
  case signInWithToken
  /// Sends a one-time code to an account's email address, with which a new password can be set.
  case requestPasswordReset
  /// Sets a new password with a one-time code, and opens a session; all earlier sessions end.
  case resetPassword
  /// Exchanges a customer token, expired or not, for a new one.
  case session
  /// Ends the session of a customer token for good.
  case signOut
  /// Ends all sessions of the caller for good.
  case signOutEverywhere
  /// Sets a new password for the caller's account; all sessions end, and a new one begins.
  case changePassword
  /// Sends a one-time code to the caller's email address, with which the address can be verified.
  case requestEmailVerification
  /// Verifies the caller's email address with a one-time code.
  case verifyEmail
  /// Reads everything known about the caller.
  case me
  /// Exports everything stored about the caller, for people.
  case export
  /// Deletes the caller, with an account if they have one; repeating it succeeds.
  case deleteCustomer
  /// Reads everything known about a customer, who must be the caller.
  case customer(Customer.ID)
  /// Reads the caller's current membership.
  case membership
  /// Reads the caller's current access to a feature.
  case access(Feature.ID)
  /// Reads the profile of the caller's account.
  case profile
  /// Creates the rows that the profile of the caller's account lacks.
  case makeProfile
  /// Names the caller's device.
  case device
  /// Reports that a milestone was reached.
  case milestone(Milestone.ID)
  /// Sets attributes of the customer, and reports properties of the device.
  case setAttributes
  /// Uses a feature once.
  case use(Feature.ID)
  /// Reserves a use of a feature, which is counted once the work is done.
  case reserve(Feature.ID)
  /// Releases a reservation of a use that was not made.
  case releaseReservation(Feature.ID, Idempotency.Key)
  /// Releases an item that a feature holds.
  case release(Feature.ID)
  /// Sets the items that a feature holds.
  case heldItems(Feature.ID)
  /// Posts a signed transaction.
  case transactions
  /// Posts every signed transaction of the device's store account.
  case restore
  /// Previews a restore without performing it.
  case restorePreview
  /// Signs a promotional offer for the caller.
  case promotionalOffer
  /// Reports that a prompt was dismissed.
  case dismissal(Prompt.ID)
  /// Reports that a paywall was shown.
  case paywallShown(Paywall.ID)
  /// Reports that a paywall was closed without buying.
  case paywallClosed(Paywall.ID)
  /// Reports that a nudge was delivered.
  case nudgeDelivered(Nudge.ID)
  /// Calls an endpoint of ``ownBackend`` for the customer that a path names, with a secret key.
  indirect case forCustomer(Customer.ID, Endpoint)
  /// Finds customers by what the query names, for an operator.
  case findCustomers
  /// Reads a customer's history, and the membership at the query's instant, for an operator.
  case life(Customer.ID)
  /// Explains a customer's access to a feature at the query's instant, for an operator.
  case reason(Customer.ID, Feature.ID)
  /// Grants a customer an entitlement, for an operator.
  case grant(Customer.ID)
  /// Continues a grant with another one, for an operator.
  case extendGrant(Customer.ID, Grant.ID)
  /// Revokes a grant, for an operator.
  case revokeGrant(Customer.ID, Grant.ID)
  /// Extends, pauses, resumes or resets a customer's trial, for an operator.
  case changeTrial(Customer.ID, Trial.ID)
  /// Transfers a customer's purchase to another one, or previews that, for an operator.
  case transferPurchase(Customer.ID)
  /// Merges an anonymous customer into another one, or previews that, for an operator.
  case mergeCustomer(Customer.ID)
  /// Exports everything that is stored about a customer, for an operator.
  case exportCustomer(Customer.ID)
  /// Erases a customer, or previews that, for an operator.
  case eraseCustomer(Customer.ID)
  /// Lists the charts with their definitions, for an operator who sees revenue.
  case charts
  /// Counts a chart over every customer, for an operator who sees revenue.
  case chart(String)
  /// Reads the blueprint.
  case blueprint
  /// Reads a paywall as a page for web views and browsers.
  case paywallPage(Paywall.ID)
  /// Reads the key that the server signs its answers with.
  case signingKey
  /// Receives a notification from the store.
  case appStoreNotifications
  /// Answers what the store shows a customer who is about to cancel.
  case retentionMessage
  /// Reports whether the server is up; belongs to no app.
  case health
  /// Reports whether the server can do its work; belongs to no app.
  case ready
  /// Reads the OpenAPI document; belongs to no app.
  case openAPI

  /// The HTTP method of an endpoint.
  public enum Method: String, Hashable, Sendable, CaseIterable {
    /// Reads, and changes nothing.
    case get = "GET"
    /// Writes.
    case post = "POST"
    /// Deletes what the path names.
    case delete = "DELETE"
  }

  /// The version of the wire protocol, the first part of every path but those of ``health`` and ``ready``.
  public static let version = "v1"

  /// The endpoint's HTTP method.
  public var method: Method { row.method }

  /// Whether a request must carry an ``Header/idempotencyKey``.
  public var needsIdempotencyKey: Bool { row.needsKey }

  /// The path of a request to an app, its names percent-encoded (RFC 3986).
  public func path(app: Blueprint.App.ID) -> String {
    row.path(app: Self.percentEncoded(app.rawValue), name: Self.percentEncoded)
  }

  /// The path with names left unencoded, for routes such as `/v1/apps/{app}/blueprint`.
  public func template(app: Blueprint.App.ID = "{app}") -> String {
    row.path(app: app.rawValue) { $0 }
  }

  /// Every endpoint, with placeholders in braces for names.
  public static let templates: [Endpoint] =
    [
      .createCustomer, .signUp, .signIn, .signInWithToken, .requestPasswordReset, .resetPassword,
      .session, .signOut, .signOutEverywhere, .changePassword, .requestEmailVerification,
      .verifyEmail, .me, .export, .deleteCustomer,
      .customer("{customer}"), .membership, .access("{feature}"), .profile, .makeProfile, .device,
      .milestone("{milestone}"), .setAttributes, .use("{feature}"), .reserve("{feature}"),
      .releaseReservation("{feature}", "{key}"), .release("{feature}"), .heldItems("{feature}"),
      .transactions, .restore, .restorePreview, .promotionalOffer, .dismissal("{prompt}"),
      .paywallShown("{paywall}"), .paywallClosed("{paywall}"), .nudgeDelivered("{nudge}"),
    ] + ownBackend.map { .forCustomer("{customer}", $0) } + operators + [
      .blueprint, .paywallPage("{paywall}"), .signingKey, .appStoreNotifications,
      .retentionMessage, .health, .ready, .openAPI,
    ]

  /// The endpoints that an app's own backend may call for a customer, with placeholders in braces for names.
  public static let ownBackend: [Endpoint] = [
    .membership, .access("{feature}"), .milestone("{milestone}"), .setAttributes,
    .use("{feature}"), .reserve("{feature}"), .releaseReservation("{feature}", "{key}"),
    .release("{feature}"),
  ]

  /// The endpoints of operators, with placeholders in braces for names.
  public static let operators: [Endpoint] = [
    .findCustomers, .life("{customer}"), .reason("{customer}", "{feature}"), .grant("{customer}"),
    .extendGrant("{customer}", "{grant}"), .revokeGrant("{customer}", "{grant}"),
    .changeTrial("{customer}", "{trial}"), .transferPurchase("{customer}"),
    .mergeCustomer("{customer}"), .exportCustomer("{customer}"), .eraseCustomer("{customer}"),
    .charts, .chart("{chart}"),
  ]

  /// Whether only operators may call it, with a secret key of theirs.
  public var isForOperators: Bool { row.route.hasPrefix("operator/") }

  /// The table of the API: the method and path of each endpoint, the names in its path, and whether it needs a key.
  private var row: Row {
    switch self {
    case .createCustomer: Row(.post, "customers")
    case .signUp: Row(.post, "sign-up")
    case .signIn: Row(.post, "sign-in")
    case .signInWithToken: Row(.post, "sign-in/token")
    case .requestPasswordReset: Row(.post, "password-reset")
    case .resetPassword: Row(.post, "password-reset/confirm")
    case .session: Row(.post, "customers/me/session")
    case .signOut: Row(.post, "customers/me/sign-out")
    case .signOutEverywhere: Row(.post, "customers/me/sign-out-everywhere")
    case .changePassword: Row(.post, "customers/me/password")
    case .requestEmailVerification: Row(.post, "customers/me/email-verification")
    case .verifyEmail: Row(.post, "customers/me/email-verification/confirm")
    case .export: Row(.get, "customers/me/export")
    case .me: Row(.get, "customers/me")
    case .deleteCustomer: Row(.delete, "customers/me")
    case .customer(let id): Row(.get, "customers/*", id.rawValue)
    case .membership: Row(.get, "customers/me/membership")
    case .access(let id): Row(.get, "customers/me/access/*", id.rawValue)
    case .profile: Row(.get, "customers/me/profile")
    case .makeProfile: Row(.post, "customers/me/profile")
    case .device: Row(.post, "customers/me/device")
    case .milestone(let id): Row(.post, "customers/me/milestones/*", id.rawValue)
    case .setAttributes: Row(.post, "customers/me/attributes")
    case .use(let id):
      Row(.post, "customers/me/features/*/uses", id.rawValue, needsKey: true)
    case .reserve(let id):
      Row(.post, "customers/me/features/*/reservations", id.rawValue, needsKey: true)
    case .releaseReservation(let id, let key):
      Row(.delete, "customers/me/features/*/reservations/*", id.rawValue, key.rawValue)
    case .release(let id): Row(.post, "customers/me/features/*/releases", id.rawValue)
    case .heldItems(let id): Row(.post, "customers/me/features/*/items", id.rawValue)
    case .transactions: Row(.post, "customers/me/transactions")
    case .restore: Row(.post, "customers/me/restore")
    case .restorePreview: Row(.post, "customers/me/restore/preview")
    case .promotionalOffer: Row(.post, "customers/me/promotional-offers")
    case .dismissal(let id):
      Row(.post, "customers/me/prompts/*/dismissals", id.rawValue, needsKey: true)
    case .paywallShown(let id):
      Row(.post, "customers/me/paywalls/*/shown", id.rawValue, needsKey: true)
    case .paywallClosed(let id):
      Row(.post, "customers/me/paywalls/*/closed", id.rawValue, needsKey: true)
    case .nudgeDelivered(let id): Row(.post, "customers/me/nudges/*/delivered", id.rawValue)
    case .forCustomer(let id, let endpoint): Row(endpoint.row, of: id.rawValue)
    case .findCustomers: Row(.get, "operator/customers")
    case .life(let id): Row(.get, "operator/customers/*", id.rawValue)
    case .reason(let id, let feature):
      Row(.get, "operator/customers/*/why/*", id.rawValue, feature.rawValue)
    case .grant(let id):
      Row(.post, "operator/customers/*/grants", id.rawValue, needsKey: true)
    case .extendGrant(let id, let grant):
      Row(
        .post, "operator/customers/*/grants/*/extensions", id.rawValue, grant.rawValue,
        needsKey: true)
    case .revokeGrant(let id, let grant):
      Row(.post, "operator/customers/*/grants/*/revocation", id.rawValue, grant.rawValue)
    case .changeTrial(let id, let trial):
      Row(
        .post, "operator/customers/*/trials/*/changes", id.rawValue, trial.rawValue,
        needsKey: true)
    case .transferPurchase(let id):
      Row(.post, "operator/customers/*/transfers", id.rawValue)
    case .mergeCustomer(let id):
      Row(.post, "operator/customers/*/merges", id.rawValue)
    case .exportCustomer(let id):
      Row(.get, "operator/customers/*/export", id.rawValue)
    case .eraseCustomer(let id):
      Row(.post, "operator/customers/*/erasure", id.rawValue)
    case .charts: Row(.get, "operator/charts")
    case .chart(let name): Row(.get, "operator/charts/*", name)
    case .blueprint: Row(.get, "blueprint")
    case .paywallPage(let id): Row(.get, "paywalls/*", id.rawValue)
    case .signingKey: Row(.get, "signing-key")
    case .appStoreNotifications: Row(.post, "app-store/notifications")
    case .retentionMessage: Row(.post, "app-store/retention")
    case .health: Row(.get, "health", isInApp: false)
    case .ready: Row(.get, "ready", isInApp: false)
    case .openAPI: Row(.get, "\(Self.version)/openapi.json", isInApp: false)
    }
  }
}
