import Tollgate
import TollgateAppStore

/// The operator's hook that sends mail, and the secrets by which it recognizes the server's messages.
public struct MailHook: Sendable {
  /// The range of a secret's length in bytes.
  public static let secretLength = WebhookSecrets.length

  let url: String
  let transport: any MailTransport
  /// Waits between two tries.
  let sleep: @Sendable (Duration) async throws -> Void
  let secrets: WebhookSecrets

  /// Creates a hook.
  ///
  /// - Parameters:
  ///   - url: The address; `https`, or `http` on this machine.
  ///   - secret: The secret, 24 to 64 bytes in Base64, usually after `whsec_`; up to four, separated by white space,
  ///     during a rotation.
  /// - Throws: ``ConfigurationError`` with code `mailHook`.
  public init(
    url: String, secret: String, transport: any MailTransport = HTTPMailTransport(),
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) throws(ConfigurationError) {
    guard OutgoingHTTP.allows(url) else {
      throw ConfigurationError(
        .mailHook, "The mail hook must be an `https` address, or `http` on this machine.")
    }
    guard let secrets = WebhookSecrets(secret) else {
      throw ConfigurationError(
        .mailHook,
        """
        The mail hook's secret must be \(Self.secretLength.lowerBound) to \(Self.secretLength.upperBound) bytes in \
        Base64, after `whsec_`; during a rotation, up to \(WebhookSecrets.limit), each on a line.
        """)
    }
    self.url = url
    self.transport = transport
    self.sleep = sleep
    self.secrets = secrets
  }
}
