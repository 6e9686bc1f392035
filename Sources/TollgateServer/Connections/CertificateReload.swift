import Logging
import ServiceLifecycle
import UnixSignals

/// Reads a server's certificate again at every SIGHUP; without a certificate, the signal has no effect.
struct CertificateReload: Service {
  private let certificate: ServerCertificate?
  private let logger: Logger

  init(_ certificate: ServerCertificate?, logger: Logger) {
    self.certificate = certificate
    self.logger = logger
  }

  func run() async throws {
    for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
      reload()
    }
  }

  func reload() {
    guard let certificate else { return }
    do throws(ServerError) {
      try certificate.reload()
      logger.info("read the certificate again")
    } catch {
      logger.error(
        "the former certificate stays in use", metadata: ["error": "\(error.message)"])
    }
  }
}
