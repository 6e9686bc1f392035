import Logging
import ServiceLifecycle
import UnixSignals

/// Reads a server's certificate again at every SIGHUP; without a certificate, the signal has no effect.
///
/// The signal is trapped from the initializer on, so that none ends a server that is about to listen or to stop.
struct CertificateReload: Service {
  private let certificate: ServerCertificate?
  private let logger: Logger
  private let signals: UnixSignalsSequence

  init(_ certificate: ServerCertificate?, logger: Logger) async {
    self.certificate = certificate
    self.logger = logger
    signals = await UnixSignalsSequence(trapping: .sighup)
  }

  func run() async throws {
    for await _ in signals.cancelOnGracefulShutdown() {
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
