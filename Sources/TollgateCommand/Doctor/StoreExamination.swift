import Tollgate
import TollgateAppStore

/// Asks one environment of the App Store for a test notification, and follows it to the server.
struct StoreExamination {
  let api: AppStoreServerAPI
  let environment: StoreEnvironment
  /// The URL that App Store Connect should have; nil if it is not known.
  let notificationURL: String?
  /// How often to ask whether the notification arrived, a second apart.
  let questions: Int
  let now: @Sendable () -> Instant
  let sleep: @Sendable (Duration) async throws -> Void

  /// The furthest that this machine's clock may be from the store's.
  static let clockTolerance: Int64 = 60_000

  /// What was found, in order.
  func diagnoses() async throws -> [Diagnosis] {
    let requested = now()
    let token: String
    do throws(ServerAPIError) {
      token = try await api.requestTestNotification()
    } catch {
      return [diagnosis(of: error)]
    }
    var last: NotificationDelivery?
    for question in 0..<max(questions, 1) {
      if question > 0 { try await sleep(.seconds(1)) }
      do throws(ServerAPIError) {
        last = try await api.testNotification(token)
      } catch {
        guard error.errorCode == .testNotificationNotFound || error.isRetryable else {
          return [diagnosis(of: error)]
        }
      }
      if let last, !last.attempts.isEmpty { break }
    }
    guard let last else {
      return [
        Diagnosis(
          verdict: .warning, subject: environment.rawValue,
          message: "the App Store accepted the key, and has not sent the test notification yet",
          advice: "Run this again, with a greater --wait.")
      ]
    }
    return [arrival(of: last, requested: requested)] + signature(of: last, requested: requested)
  }

  private func arrival(of delivery: NotificationDelivery, requested: Instant) -> Diagnosis {
    guard let attempt = delivery.attempts.last else {
      return Diagnosis(
        verdict: .warning, subject: environment.rawValue,
        message: "a test notification was sent, and has not arrived yet",
        advice: "Run this again, with a greater --wait.")
    }
    guard attempt.sendAttemptResult != .success else {
      return Diagnosis(
        verdict: .good, subject: environment.rawValue,
        message: "the App Store accepts the key, and a test notification arrived")
    }
    return Diagnosis(
      verdict: .error, subject: environment.rawValue,
      message:
        "a test notification did not arrive: the App Store says \(attempt.sendAttemptResult.rawValue)",
      advice: attempt.sendAttemptResult.advice)
  }

  private func signature(of delivery: NotificationDelivery, requested: Instant) -> [Diagnosis] {
    switch delivery.notification {
    case .failure(let error):
      return [
        Diagnosis(
          verdict: .error, subject: "\(environment.rawValue) signature",
          message: "the test notification would be refused: \(error.message)",
          advice: error.code == .wrongApp
            ? "Compare `appleID` in the blueprint with the Apple ID under App Information in App Store Connect."
            : "Compare the blueprint's bundle identifier and --environment with the app in App Store Connect."
        )
      ]
    case .success(let notification):
      let ahead = requested.since(notification.signedDate)
      guard ahead.magnitude > UInt64(Self.clockTolerance + Int64(questions) * 1_000) else {
        return [
          Diagnosis(
            verdict: .good, subject: "clock", message: "this machine's clock is the App Store's")
        ]
      }
      return [
        Diagnosis(
          verdict: .error, subject: "clock",
          message:
            "this machine's clock is \(ahead.magnitude / 1_000) seconds \(ahead > 0 ? "ahead of" : "behind") the App Store's",
          advice: "Set the clock by NTP: trials, periods and tokens depend on it.")
      ]
    }
  }

  private func diagnosis(of error: ServerAPIError) -> Diagnosis {
    let (message, advice) = Self.explanation(of: error, environment, notificationURL)
    return Diagnosis(
      verdict: error.code == .rateLimited ? .warning : .error, subject: environment.rawValue,
      message: message, advice: advice)
  }

  private static func explanation(
    of error: ServerAPIError, _ environment: StoreEnvironment, _ notificationURL: String?
  ) -> (String, String) {
    switch error.errorCode {
    case .serverNotificationURLNotFound:
      return (
        "App Store Connect has no URL for notifications",
        """
        Under App Information, App Store Server Notifications, enter \(notificationURL ?? "your server's URL") for \
        \(environment.rawValue), with version 2.
        """
      )
    case .appNotFound:
      return (
        "the App Store does not know the app of this bundle identifier and key",
        "Compare the blueprint's bundle identifier with App Store Connect, and use a key of the same team."
      )
    default: break
    }
    switch error.code {
    case .unauthorized:
      return (
        "the App Store does not accept the key",
        """
        Compare --store-key-id and --store-issuer-id with App Store Connect, Users and Access, Integrations, In-App \
        Purchase. The key must be of that kind and not revoked, and of the app's team; a clock that is minutes off is \
        also a reason. Production may refuse every key until the app's first version is on sale.
        """
      )
    case .rateLimited:
      return ("the App Store received too many requests", "Run this again in an hour.")
    case .notReached:
      return (
        "the App Store's API did not answer",
        "Check this machine's DNS, proxy and firewall: it must reach api.storekit.apple.com over HTTPS."
      )
    default:
      return (
        "the App Store's API failed: \(error.description)",
        error.isRetryable ? "Run this again later." : "Look the code up in Apple's documentation."
      )
    }
  }
}

extension SendAttemptResult {
  /// What an operator does about it.
  fileprivate var advice: String {
    switch self {
    case .tlsIssue:
      "Serve a certificate of a public authority for the URL's host, with the intermediate ones, and TLS 1.2 or newer."
    case .unsuccessfulHTTPResponseCode:
      "The server at the URL refuses notifications, and its log says why. The path ends in /app-store/notifications."
    case .noResponse, .socketIssue, .timedOut:
      "The URL's host must be reachable from the internet on port 443, also through firewalls and proxies."
    case .circularRedirect: "Enter the URL that the redirects lead to."
    default:
      "Compare the URL in App Store Connect with your server's, and look at what is in front of the server."
    }
  }
}
