public import Tollgate

/// An endpoint of the server: its method, its path, and who may call it.
///
/// There is one declaration for each, which the server's routes, its authentication, its OpenAPI document and the client's
/// calls read. The server's `EndpointRoute` adds what handles it and what the document says about it.
/// For example, the path of `.use("send-message")` in `coach` is `/v1/apps/coach/customers/me/features/send-message/uses`.
public struct Endpoint: Hashable, Sendable {
  /// The HTTP method of an endpoint.
  public enum Method: String, Hashable, Sendable, CaseIterable {
    /// Reads, and changes nothing.
    case get = "GET"
    case post = "POST"
    /// Deletes what the path names.
    case delete = "DELETE"
  }

  /// Who may call an endpoint.
  public enum Callers: Hashable, Sendable {
    /// Anyone, without a token.
    case anyone
    /// Anyone who signs up or in, with the token of an anonymous customer if the device has one.
    case visitors
    /// Customers, with a customer token.
    case customers
    /// Customers, and the app's own backend at the path of ``Endpoint/forCustomer(_:_:)``.
    case customersAndBackend
    /// The app's own backend, with a secret key, for the customer that the path names.
    case backend
    /// Operators, with a secret key of theirs.
    case operators
    /// Operators whose secret key shows prices.
    case operatorsWhoSeeRevenue
    /// Operators whose secret key has the scope `owner`.
    case owners
    /// The App Store, whose signed bodies are their authentication.
    case appStore
    /// Monitoring systems and load balancers, without a token and without a limit of requests.
    case monitors
  }

  /// The version of the wire protocol, the first part of every path but those of ``health`` and ``ready``.
  public static let version = "v1"

  public let method: Method
  public private(set) var callers: Callers
  /// Whether a request must carry an ``Header/idempotencyKey``: repeating it without one could count twice.
  public let needsIdempotencyKey: Bool

  /// The path below that of the app, with placeholders in braces for names; it begins with a slash if it belongs to no app.
  private var route: String
  /// What the placeholders stand for, in their order, not yet encoded.
  private var names: [String]

  private init(
    _ method: Method, _ route: String, _ names: String..., by callers: Callers,
    needsKey: Bool = false
  ) {
    self.method = method
    self.route = route
    self.names = names
    self.callers = callers
    needsIdempotencyKey = needsKey
  }

  /// Whether only operators may call it, with a secret key of theirs.
  public var isForOperators: Bool {
    [.operators, .operatorsWhoSeeRevenue, .owners].contains(callers)
  }

  /// The path of a request to an app, its names percent-encoded (RFC 3986).
  public func path(app: Blueprint.App.ID) -> String {
    var names = names[...]
    let path = route.split(separator: "/").map { segment in
      segment.hasPrefix("{")
        ? names.popFirst().map(Self.percentEncoded) ?? "" : String(segment)
    }.joined(separator: "/")
    return route.hasPrefix("/")
      ? "/\(path)" : "\(Self.root)\(Self.percentEncoded(app.rawValue))/\(path)"
  }

  /// The path with its placeholders, for routes such as `/v1/apps/{app}/blueprint`.
  public func template(app: Blueprint.App.ID = "{app}") -> String {
    route.hasPrefix("/") ? route : "\(Self.root)\(app.rawValue)/\(route)"
  }

  private static let root = "/\(version)/apps/"
}

// MARK: - Customers and their accounts

extension Endpoint {
  /// Creates an anonymous customer.
  public static let createCustomer = Endpoint(.post, "customers", by: .anyone)

  /// Exchanges a customer token, expired or not, for a new one.
  public static let session = Endpoint(.post, "customers/me/session", by: .customers)

  /// Ends the session of a customer token for good.
  public static let signOut = Endpoint(.post, "customers/me/sign-out", by: .customers)

  /// Ends all sessions of the caller for good.
  public static let signOutEverywhere = Endpoint(
    .post, "customers/me/sign-out-everywhere", by: .customers)

  /// Reads everything known about the caller.
  public static let me = Endpoint(.get, "customers/me", by: .customers)

  /// Reads everything known about a customer, who must be the caller.
  public static func customer(_ id: Customer.ID) -> Endpoint {
    Endpoint(.get, "customers/{customer}", id.rawValue, by: .customers)
  }

  /// Reads the caller's current membership.
  public static let membership = Endpoint(
    .get, "customers/me/membership", by: .customersAndBackend)

  /// Exports everything stored about the caller, for people.
  public static let export = Endpoint(.get, "customers/me/export", by: .customers)

  /// Deletes the caller, with an account if they have one; repeating it succeeds.
  public static let deleteCustomer = Endpoint(.delete, "customers/me", by: .customers)

  /// Creates an account; the presented anonymous customer is converted to it.
  public static let signUp = Endpoint(.post, "sign-up", by: .visitors)

  /// Opens a session of an account; a presented anonymous customer is merged into it.
  public static let signIn = Endpoint(.post, "sign-in", by: .visitors)

  /// Opens a session of an account with an issuer's token; a presented anonymous customer is merged into it.
  public static let signInWithToken = Endpoint(.post, "sign-in/token", by: .visitors)

  /// Sends a one-time code to an account's email address, with which a new password can be set.
  public static let requestPasswordReset = Endpoint(.post, "password-reset", by: .anyone)

  /// Sets a new password with a one-time code, and opens a session; all earlier sessions end.
  public static let resetPassword = Endpoint(.post, "password-reset/confirm", by: .visitors)

  /// Sets a new password for the caller's account; all sessions end, and a new one begins.
  public static let changePassword = Endpoint(.post, "customers/me/password", by: .customers)

  /// Sends a one-time code to the caller's email address, with which the address can be verified.
  public static let requestEmailVerification = Endpoint(
    .post, "customers/me/email-verification", by: .customers)

  /// Verifies the caller's email address with a one-time code.
  public static let verifyEmail = Endpoint(
    .post, "customers/me/email-verification/confirm", by: .customers)

  /// Reads the profile of the caller's account.
  public static let profile = Endpoint(.get, "customers/me/profile", by: .customers)

  /// Creates the rows that the profile of the caller's account lacks.
  public static let makeProfile = Endpoint(.post, "customers/me/profile", by: .customers)
}

// MARK: - Features and purchases

extension Endpoint {
  /// Reads the caller's current access to a feature.
  public static func access(_ feature: Feature.ID) -> Endpoint {
    Endpoint(
      .get, "customers/me/access/{feature}", feature.rawValue, by: .customersAndBackend)
  }

  /// Uses a feature once.
  public static func use(_ feature: Feature.ID) -> Endpoint {
    Endpoint(
      .post, "customers/me/features/{feature}/uses", feature.rawValue, by: .customersAndBackend,
      needsKey: true)
  }

  /// Reserves a use of a feature, which is counted once the work is done.
  public static func reserve(_ feature: Feature.ID) -> Endpoint {
    Endpoint(
      .post, "customers/me/features/{feature}/reservations", feature.rawValue,
      by: .customersAndBackend, needsKey: true)
  }

  /// Releases a reservation of a use that was not made.
  public static func releaseReservation(
    _ feature: Feature.ID, _ key: Idempotency.Key
  ) -> Endpoint {
    Endpoint(
      .delete, "customers/me/features/{feature}/reservations/{key}", feature.rawValue,
      key.rawValue, by: .customersAndBackend)
  }

  /// Releases an item that a feature holds.
  public static func release(_ feature: Feature.ID) -> Endpoint {
    Endpoint(
      .post, "customers/me/features/{feature}/releases", feature.rawValue,
      by: .customersAndBackend)
  }

  /// Sets the items that a feature holds.
  public static func heldItems(_ feature: Feature.ID) -> Endpoint {
    Endpoint(.post, "customers/me/features/{feature}/items", feature.rawValue, by: .customers)
  }

  /// Posts a signed transaction.
  public static let transactions = Endpoint(.post, "customers/me/transactions", by: .customers)

  /// Posts every signed transaction of the device's store account.
  public static let restore = Endpoint(.post, "customers/me/restore", by: .customers)

  /// Previews a restore without performing it.
  public static let restorePreview = Endpoint(
    .post, "customers/me/restore/preview", by: .customers)

  /// Signs a promotional offer for the caller.
  public static let promotionalOffer = Endpoint(
    .post, "customers/me/promotional-offers", by: .customers)

  /// Signs for the caller that a purchase begins without the introductory offer.
  public static let fullPrice = Endpoint(.post, "customers/me/full-price", by: .customers)
}

// MARK: - Teams

extension Endpoint {
  /// Reads the teams that the caller shares, and the caller's seats in other teams.
  public static let teams = Endpoint(.get, "customers/me/teams", by: .customersAndBackend)

  /// Invites somebody to a team of the caller's.
  public static func invite(_ team: Team.ID) -> Endpoint {
    Endpoint(
      .post, "customers/me/teams/{team}/invitations", team.rawValue, by: .customersAndBackend,
      needsKey: true)
  }

  /// Joins a team with the code of an invitation.
  public static let join = Endpoint(.post, "customers/me/seats", by: .customers)

  /// Ends a seat that the caller shares, or leaves one.
  public static func endSeat(_ seat: TeamSeat.ID) -> Endpoint {
    Endpoint(.delete, "customers/me/seats/{seat}", seat.rawValue, by: .customersAndBackend)
  }
}

// MARK: - Reports

extension Endpoint {
  /// Names the caller's device.
  public static let device = Endpoint(.post, "customers/me/device", by: .customers)

  /// Reports that a milestone was reached.
  public static func milestone(_ id: Milestone.ID) -> Endpoint {
    Endpoint(
      .post, "customers/me/milestones/{milestone}", id.rawValue, by: .customersAndBackend)
  }

  /// Sets attributes of the customer, and reports properties of the device.
  public static let setAttributes = Endpoint(
    .post, "customers/me/attributes", by: .customersAndBackend)

  /// Reports that a prompt was dismissed.
  public static func dismissal(_ prompt: Prompt.ID) -> Endpoint {
    Endpoint(
      .post, "customers/me/prompts/{prompt}/dismissals", prompt.rawValue, by: .customers,
      needsKey: true)
  }

  /// Reports that a paywall was shown.
  public static func paywallShown(_ paywall: Paywall.ID) -> Endpoint {
    Endpoint(
      .post, "customers/me/paywalls/{paywall}/shown", paywall.rawValue, by: .customers,
      needsKey: true)
  }

  /// Reports that a paywall was closed without buying.
  public static func paywallClosed(_ paywall: Paywall.ID) -> Endpoint {
    Endpoint(
      .post, "customers/me/paywalls/{paywall}/closed", paywall.rawValue, by: .customers,
      needsKey: true)
  }

  /// Reports that a nudge was delivered.
  public static func nudgeDelivered(_ nudge: Nudge.ID) -> Endpoint {
    Endpoint(.post, "customers/me/nudges/{nudge}/delivered", nudge.rawValue, by: .customers)
  }
}

// MARK: - The app's own backend

extension Endpoint {
  /// An endpoint for the customer that a path names, called by the app's own backend with a secret key.
  ///
  /// - Parameters:
  ///   - customer: The customer's id, or `user:` and the user's id at an issuer that the app trusts.
  ///   - endpoint: An endpoint for ``Callers/customersAndBackend``.
  public static func forCustomer(_ customer: Customer.ID, _ endpoint: Endpoint) -> Endpoint {
    var own = endpoint
    own.route.replace("customers/me/", with: "customers/{customer}/", maxReplacements: 1)
    own.names.insert(customer.rawValue, at: 0)
    own.callers = .backend
    return own
  }
}

extension Endpoint {
  /// Gives a customer a grant that the blueprint lists for the app's own backend.
  public static func giveGrant(_ customer: Customer.ID) -> Endpoint {
    Endpoint(
      .post, "customers/{customer}/grants", customer.rawValue, by: .backend, needsKey: true)
  }

  /// Takes back a grant that the blueprint lists for the app's own backend.
  public static func takeBackGrant(_ customer: Customer.ID, _ grant: Grant.ID) -> Endpoint {
    Endpoint(
      .post, "customers/{customer}/grants/{grant}/revocation", customer.rawValue, grant.rawValue,
      by: .backend)
  }
}

// MARK: - Operators

extension Endpoint {
  /// Finds customers by what the query names.
  public static let findCustomers = Endpoint(.get, "operator/customers", by: .operators)

  /// Reads a customer's history, and the membership at the query's instant.
  public static func life(_ customer: Customer.ID) -> Endpoint {
    Endpoint(.get, "operator/customers/{customer}", customer.rawValue, by: .operators)
  }

  /// Explains a customer's access to a feature at the query's instant.
  public static func reason(_ customer: Customer.ID, _ feature: Feature.ID) -> Endpoint {
    Endpoint(
      .get, "operator/customers/{customer}/why/{feature}", customer.rawValue, feature.rawValue,
      by: .operators)
  }

  /// Grants a customer an entitlement, or gives one of the grants that the blueprint lists.
  public static func grant(_ customer: Customer.ID) -> Endpoint {
    Endpoint(
      .post, "operator/customers/{customer}/grants", customer.rawValue, by: .operators,
      needsKey: true)
  }

  /// Continues a grant with another one.
  public static func extendGrant(_ customer: Customer.ID, _ grant: Grant.ID) -> Endpoint {
    Endpoint(
      .post, "operator/customers/{customer}/grants/{grant}/extensions", customer.rawValue,
      grant.rawValue, by: .operators, needsKey: true)
  }

  public static func revokeGrant(_ customer: Customer.ID, _ grant: Grant.ID) -> Endpoint {
    Endpoint(
      .post, "operator/customers/{customer}/grants/{grant}/revocation", customer.rawValue,
      grant.rawValue, by: .operators)
  }

  /// Extends, pauses, resumes or resets a customer's trial.
  public static func changeTrial(_ customer: Customer.ID, _ trial: Trial.ID) -> Endpoint {
    Endpoint(
      .post, "operator/customers/{customer}/trials/{trial}/changes", customer.rawValue,
      trial.rawValue, by: .operators, needsKey: true)
  }

  /// Transfers a customer's purchase to another one, or previews that.
  public static func transferPurchase(_ customer: Customer.ID) -> Endpoint {
    Endpoint(
      .post, "operator/customers/{customer}/transfers", customer.rawValue, by: .operators)
  }

  /// Merges an anonymous customer into another one, or previews that.
  public static func mergeCustomer(_ customer: Customer.ID) -> Endpoint {
    Endpoint(.post, "operator/customers/{customer}/merges", customer.rawValue, by: .operators)
  }

  /// Exports everything that is stored about a customer.
  public static func exportCustomer(_ customer: Customer.ID) -> Endpoint {
    Endpoint(.get, "operator/customers/{customer}/export", customer.rawValue, by: .operators)
  }

  /// Erases a customer, or previews that.
  public static func eraseCustomer(_ customer: Customer.ID) -> Endpoint {
    Endpoint(.post, "operator/customers/{customer}/erasure", customer.rawValue, by: .operators)
  }

  /// Lists the charts with their definitions.
  public static let charts = Endpoint(.get, "operator/charts", by: .operatorsWhoSeeRevenue)

  /// Counts a chart over every customer.
  public static func chart(_ name: String) -> Endpoint {
    Endpoint(.get, "operator/charts/{chart}", name, by: .operatorsWhoSeeRevenue)
  }

  /// Reads a revision of the blueprint, or what is proposed, with the files that it was read from.
  ///
  /// - Parameter revision: Its number, or `proposal`.
  public static func revision(_ revision: String) -> Endpoint {
    Endpoint(.get, "operator/revisions/{revision}", revision, by: .operatorsWhoSeeRevenue)
  }

  /// Lists what operators, keys and the command line did.
  public static let audit = Endpoint(.get, "operator/audit", by: .owners)
}

// MARK: - The app, the App Store and the server

extension Endpoint {
  public static let blueprint = Endpoint(.get, "blueprint", by: .anyone)

  /// Reads a paywall as a page for web views and browsers.
  public static func paywallPage(_ paywall: Paywall.ID) -> Endpoint {
    Endpoint(.get, "paywalls/{paywall}", paywall.rawValue, by: .anyone)
  }

  /// Reads a font of the paywalls by the hash of its file.
  public static func font(_ digest: String) -> Endpoint {
    Endpoint(.get, "fonts/{font}", digest, by: .anyone)
  }

  /// Reads the key that the server signs its answers with.
  public static let signingKey = Endpoint(.get, "signing-key", by: .anyone)

  /// Receives a notification from the store.
  public static let appStoreNotifications = Endpoint(
    .post, "app-store/notifications", by: .appStore)

  /// Answers what the store shows a customer who is about to cancel.
  public static let retentionMessage = Endpoint(.post, "app-store/retention", by: .appStore)

  /// Reports whether the server is up; belongs to no app.
  public static let health = Endpoint(.get, "/health", by: .monitors)

  /// Reports whether the server can do its work; belongs to no app.
  public static let ready = Endpoint(.get, "/ready", by: .monitors)

  /// Reads the OpenAPI document; belongs to no app.
  public static let openAPI = Endpoint(.get, "/\(version)/openapi.json", by: .anyone)
}
