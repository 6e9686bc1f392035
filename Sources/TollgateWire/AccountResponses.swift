public import Tollgate

/// The response to a request whose result is not revealed, such as whether an address has an account.
public struct AcceptedResponse: Hashable, Sendable, Codable {
  public let serverTime: Instant

  public init(serverTime: Instant) { self.serverTime = serverTime }
}

/// Everything stored about a customer, for people.
public struct CustomerExport: Hashable, Sendable, Codable {
  public let id: Customer.ID
  public let app: Blueprint.App.ID
  /// The account; nil while anonymous.
  public let account: Account.ID?
  /// The account's email address, if the session has it.
  public let email: String?
  /// When the email address was verified; nil if it was not.
  public let emailVerifiedAt: Instant?
  /// Whether the account can be opened with the email address and a password.
  public let hasPassword: Bool
  /// The devices on which the customer was seen.
  public let devices: [Device.ID]
  /// Every fact that is recorded.
  public var facts: [Fact] { wireFacts.wrappedValue }
  /// What operators wrote when they granted entitlements or revoked grants; nil if they wrote nothing.
  public let notes: [Note]?
  /// The number of writes so far.
  public let version: Int
  public let serverTime: Instant

  /// What an operator wrote about a grant.
  public struct Note: Hashable, Sendable, Codable {
    public let grant: Grant.ID
    /// What was done.
    public let action: GrantNote.Action
    public let at: Instant
    public let reason: String
  }

  private let wireFacts: WireFacts

  private enum CodingKeys: String, CodingKey {
    case id, app, account, email, emailVerifiedAt, hasPassword, devices, notes, version, serverTime
    case wireFacts = "facts"
  }

  public init(
    id: Customer.ID, app: Blueprint.App.ID, account: Account.ID?, email: String?,
    emailVerifiedAt: Instant?, hasPassword: Bool, devices: [Device.ID], facts: [Fact],
    version: Int, serverTime: Instant
  ) {
    self.id = id
    self.app = app
    self.account = account
    self.email = email
    self.emailVerifiedAt = emailVerifiedAt
    self.hasPassword = hasPassword
    self.devices = devices
    wireFacts = WireFacts(wrappedValue: facts)
    let notes = facts.flatMap { fact -> [Note] in
      guard case .grant(let grant) = fact else { return [] }
      return grant.notes.map {
        Note(grant: grant.id, action: $0.action, at: $0.at, reason: $0.reason)
      }
    }
    self.notes = notes.isEmpty ? nil : notes
    self.version = version
    self.serverTime = serverTime
  }
}
