import Tollgate
import TollgateLedger

/// A place that gets every event of every app.
public struct WebhookDestination: Sendable {
  /// What names a destination's place in the ledger, so that an address may change.
  public enum Name: String, Hashable, Sendable, CaseIterable {
    case url
    /// The file of JSON lines.
    case file
  }

  public let name: Name
  let transport: any WebhookTransport
  private let secrets: WebhookSecrets?

  /// Creates the destination of an address.
  ///
  /// - Parameter secret: The secret, 24 to 64 bytes in Base64, usually after `whsec_`; up to four, separated by white
  ///   space, during a rotation.
  /// - Throws: ``ConfigurationError`` with code `webhook`.
  public init(
    _ transport: any WebhookTransport, secret: String
  ) throws(ConfigurationError) {
    guard let secrets = WebhookSecrets(secret) else {
      throw ConfigurationError(
        .webhook,
        """
        The webhook's secret must be \(WebhookSecrets.length.lowerBound) to \
        \(WebhookSecrets.length.upperBound) bytes in Base64, after `whsec_`; during a rotation, up to \
        \(WebhookSecrets.limit), each on a line.
        """)
    }
    name = .url
    self.transport = transport
    self.secrets = secrets
  }

  public init(_ file: FileWebhookTransport) {
    name = .file
    transport = file
    secrets = nil
  }

  /// Sends one event once, and returns whether it was accepted.
  func send(_ event: WebhookEvent, at now: Instant) async -> Bool {
    do {
      let body = try JSON.bytes(event)
      return try await transport.send(
        body, headers: secrets?.headers(of: body, id: event.id, at: now) ?? [:])
    } catch {
      return false
    }
  }
}

extension LedgerProperty {
  /// How far an app's events have reached a destination.
  static func webhook(_ name: WebhookDestination.Name, of app: Blueprint.App.ID) -> LedgerProperty {
    LedgerProperty("webhook \(name.rawValue) \(app)")
  }
}

extension LedgerTask {
  /// Delivering events to a destination.
  static func webhook(_ name: WebhookDestination.Name) -> LedgerTask {
    LedgerTask("webhook \(name.rawValue)")
  }
}
