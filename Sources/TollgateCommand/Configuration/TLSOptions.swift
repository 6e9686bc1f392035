import ArgumentParser
import TollgateServer

/// The certificate of a server that serves HTTPS itself.
struct TLSOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A certificate (PEM), with its intermediates, to serve HTTPS; SIGHUP reads it again.",
      valueName: "file"))
  var tlsCertificate: String?

  @Option(help: ArgumentHelp("The certificate's private key (PEM).", valueName: "file"))
  var tlsKey: String?

  func validate() throws {
    guard (tlsCertificate == nil) == (tlsKey == nil) else {
      throw ValidationError("--tls-certificate and --tls-key go together.")
    }
  }

  /// The certificate; nil to serve HTTP.
  func certificate() throws -> ServerCertificate? {
    guard let tlsCertificate, let tlsKey else { return nil }
    try requireFile(tlsCertificate)
    try requireFile(tlsKey)
    return try ServerCertificate(certificate: tlsCertificate, key: tlsKey)
  }
}
