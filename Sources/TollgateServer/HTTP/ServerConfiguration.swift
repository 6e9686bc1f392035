public import Foundation

/// The address that a server listens at, and the limits of requests.
public struct ServerConfiguration: Hashable, Sendable {
  /// The default limit for the bytes of a body.
  public static let defaultBodyLimit = 256 * 1024

  /// The address or host name to listen at; `127.0.0.1` serves this machine only, `0.0.0.0` every IPv4 interface.
  public var host: String
  /// The port to listen at, up to 65535; 0 means any free port.
  public var port: Int
  /// The greatest number of bytes in a request's body; a larger one is refused as `body_too_large`.
  public var bodyLimit: Int
  public var limits: ConnectionLimits
  /// How many requests a minute are accepted; by default any number.
  public var rates: RequestRates
  /// How long requests in progress may take to complete at shutdown; then their connections are closed.
  public var shutdown: Duration

  /// The certificate to serve HTTPS with; nil serves HTTP, for a proxy on the same machine or network.
  public var certificate: ServerCertificate?
  /// The web pages whose scripts may call the server; no others may, and by default none.
  public var webOrigins: Set<WebOrigin>
  /// The keys of apps built with RevenueCat's SDK, whose requests are answered; none by default.
  public var revenueCatKeys: RevenueCatKeys

  public init(
    host: String = "127.0.0.1", port: Int = 8080,
    bodyLimit: Int = ServerConfiguration.defaultBodyLimit,
    limits: ConnectionLimits = ConnectionLimits(), rates: RequestRates = RequestRates(),
    shutdown: Duration = .seconds(20),
    certificate: ServerCertificate? = nil, webOrigins: Set<WebOrigin> = [],
    revenueCatKeys: RevenueCatKeys = RevenueCatKeys()
  ) {
    self.host = host
    self.port = port
    self.bodyLimit = bodyLimit
    self.limits = limits
    self.rates = rates
    self.shutdown = shutdown
    self.certificate = certificate
    self.webOrigins = webOrigins
    self.revenueCatKeys = revenueCatKeys
  }
}

/// An error for a server that could not listen.
public struct ServerError: LocalizedError, Hashable, Sendable, CustomStringConvertible {
  /// The stable code of a reason.
  ///
  /// Newer versions may add codes.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// Another process is listening at the port.
    public static let portInUse = Self(rawValue: "portInUse")
    /// The address does not belong to this machine, or the port requires more privileges.
    public static let cannotListen = Self(rawValue: "cannotListen")
    /// The system allows too few open files.
    public static let tooFewFiles = Self(rawValue: "tooFewFiles")
    /// The certificate or its private key cannot be read, or they do not belong together.
    public static let unusableCertificate = Self(rawValue: "unusableCertificate")
  }

  /// The stable code of the reason.
  public let code: Code
  /// The description of the error, for operators.
  public let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { message }

  public var errorDescription: String? { message }
}
