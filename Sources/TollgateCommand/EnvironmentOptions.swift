import ArgumentParser
import Foundation
import Tollgate
import TollgateAppStore
import TollgateServer

/// Which store's signatures a server accepts.
struct EnvironmentOptions: ParsableArguments {
  enum Environment: String, CaseIterable, ExpressibleByArgument {
    case production, sandbox
  }

  enum Sandbox: String, CaseIterable, ExpressibleByArgument {
    case allowed, testers, refused
  }

  @Option(help: "The App Store environment that the server is for.")
  var environment = Environment.production

  @Option(help: "Whose sandbox purchases a server for production accepts.")
  var sandbox = Sandbox.allowed

  @Option(
    help: ArgumentHelp(
      "A tester, by customer id or by the email address of an account with a password; repeatable.",
      valueName: "tester"))
  var sandboxTester: [String] = []

  @Option(
    help: ArgumentHelp(
      "A root certificate (DER) to trust instead of Apple's, such as a simulator's.",
      valueName: "file"))
  var storeRoot: String?

  @Option(
    help: ArgumentHelp(
      "A certificate (DER) to trust for Xcode's local testing, as Xcode saves it.",
      valueName: "file"))
  var xcodeCertificate: [String] = []

  @Flag(help: "Accept what anybody's Xcode signs; only with --environment sandbox.")
  var allowXcode = false

  func validate() throws {
    guard (sandbox == .testers) == !sandboxTester.isEmpty else {
      throw ValidationError("--sandbox testers and --sandbox-tester go together.")
    }
    guard environment == .production || sandbox != .refused else {
      throw ValidationError("A server for the sandbox cannot refuse it.")
    }
    guard environment == .sandbox || !allowXcode else {
      throw ValidationError(
        """
        --allow-xcode lets anybody sign purchases, so it needs --environment sandbox. For production, name the \
        certificate with --xcode-certificate.
        """)
    }
  }

  /// Whose sandbox purchases are accepted.
  var policy: SandboxPolicy {
    switch sandbox {
    case .allowed: .allowed
    case .refused: .refused
    case .testers:
      .testers(
        customers: Set(sandboxTester.filter { !$0.contains("@") }.map { Customer.ID($0) }),
        emails: Set(sandboxTester.filter { $0.contains("@") }))
    }
  }

  /// The environments, as the server names them when it starts.
  var line: String {
    var parts = [environment.rawValue]
    if environment == .production {
      switch sandbox {
      case .allowed: parts.append("sandbox")
      case .testers: parts.append("sandbox for testers")
      case .refused: break
      }
    }
    if acceptsXcode { parts.append("Xcode") }
    return parts.joined(separator: ", ")
  }

  private var acceptsXcode: Bool { allowXcode || !xcodeCertificate.isEmpty }

  /// What verifies the store's data for an app.
  ///
  /// - Parameter path: The blueprint's file, for the error.
  /// - Throws: ``Failure`` where a certificate cannot be read or the Apple ID is missing.
  func verifier(of app: Blueprint.App, in path: String) throws -> SignedDataVerifier {
    if environment == .production, app.appAppleID == nil {
      throw Failure(
        in: path,
        """
        the app has no `appleID`, and without it a server for production refuses every notification of the \
        App Store. Add it under `app`, such as `appleID: 1234567890`; App Store Connect shows the number under App \
        Information. To serve the sandbox alone, add --environment sandbox.
        """)
    }
    var accepted: Set<TollgateAppStore.Environment> = [.sandbox]
    if environment == .production { accepted.insert(.production) }
    if acceptsXcode { accepted.formUnion([.xcode, .localTesting]) }
    return SignedDataVerifier(
      roots: [try root()],
      bundleID: app.bundleID, appAppleID: app.appAppleID, environments: accepted,
      localCertificates: try xcodeCertificate.map {
        try certificate($0, checked: CertificateChain.checkLocal)
      })
  }

  /// Whether a server for production trusts another store instead of Apple's, whose purchases it then refuses.
  func replacesApple() throws -> Bool {
    try environment == .production && root() != AppleRootCertificate.der
  }

  private func root() throws -> Data {
    try storeRoot.map { try certificate($0, checked: CertificateChain.checkRoot) }
      ?? AppleRootCertificate.der
  }

  /// The certificate in a file, which can be used for what it is checked for.
  private func certificate(
    _ path: String, checked check: (Data) throws(VerificationError) -> Void
  ) throws -> Data {
    try requireFile(path)
    guard let certificate = FileManager.default.contents(atPath: path) else {
      throw Failure(in: path, "the certificate cannot be read")
    }
    do throws(VerificationError) {
      try check(certificate)
    } catch {
      throw Failure(
        in: path,
        """
        this is not a certificate in DER that can be trusted here: \(error.message) `openssl x509 -in FILE -outform \
        der` converts one from PEM.
        """)
    }
    return certificate
  }
}
