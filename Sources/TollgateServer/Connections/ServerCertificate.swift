import Foundation
import NIOSSL
import TollgateMutex

/// The certificate with which a server serves HTTPS, with its private key, from two files in PEM.
///
/// Certificates are renewed every few months: ``reload()`` reads the files again, and new connections get the new
/// certificate. TLS 1.2 and 1.3 are offered, with HTTP/1.1.
public final class ServerCertificate: Sendable {
  private let certificate: String
  private let key: String
  private let current: Mutex<NIOSSLContext>

  /// Reads a certificate.
  ///
  /// - Parameters:
  ///   - certificate: The path of the certificate, followed by its intermediates.
  ///   - key: The path of its private key.
  /// - Throws: ``ServerError`` with code `unusableCertificate` if a file cannot be read, or the key belongs to another
  ///   certificate.
  public init(certificate: String, key: String) throws(ServerError) {
    self.certificate = certificate
    self.key = key
    current = Mutex(try Self.context(certificate, key))
  }

  /// Reads the files again; if that fails, the former certificate stays in use.
  ///
  /// - Throws: ``ServerError`` with code `unusableCertificate`.
  public func reload() throws(ServerError) {
    let context = try Self.context(certificate, key)
    current.withLock { $0 = context }
  }

  /// What new connections are encrypted with.
  var context: NIOSSLContext { current.withLock { $0 } }

  private static func context(
    _ certificate: String, _ key: String
  ) throws(ServerError) -> NIOSSLContext {
    let chain: [NIOSSLCertificate]
    do {
      chain = try NIOSSLCertificate.fromPEMFile(certificate)
    } catch {
      throw ServerError(.unusableCertificate, "\(certificate) is not a certificate in PEM.")
    }
    guard !chain.isEmpty else {
      throw ServerError(.unusableCertificate, "\(certificate) contains no certificate.")
    }
    let privateKey: NIOSSLPrivateKey
    do {
      privateKey = try NIOSSLPrivateKey(file: key, format: .pem)
    } catch {
      throw ServerError(.unusableCertificate, "\(key) is not a private key in PEM.")
    }
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
    configuration.minimumTLSVersion = .tlsv12
    configuration.applicationProtocols = ["http/1.1"]
    do {
      return try NIOSSLContext(configuration: configuration)
    } catch {
      throw ServerError(
        .unusableCertificate, "\(key) is not the private key of the certificate in \(certificate).")
    }
  }
}

extension ServerCertificate: Hashable {
  /// Whether the two are the same object.
  public static func == (left: ServerCertificate, right: ServerCertificate) -> Bool {
    left === right
  }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
