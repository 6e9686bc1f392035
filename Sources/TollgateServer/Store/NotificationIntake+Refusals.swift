import Foundation
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateWire

extension NotificationIntake {
  /// How many refused notifications are tried again in one batch.
  static let refusalBatch = 100

  /// Keeps a notification that the store signed for the app and that the server refuses; anything else is discarded.
  ///
  /// - Parameters:
  ///   - request: The notification, kept as it arrived.
  ///   - problem: Why it was refused; only its code is kept.
  /// - Returns: Whether it is kept.
  /// - Throws: `Problem` if the ledger cannot be written; the store then sends the notification again.
  @discardableResult
  func keep(
    _ request: NotificationRequest, refusedFor problem: Problem, in app: ServedApp
  ) async throws(Problem) -> Bool {
    guard problem.code.isNotificationRefusal,
      let id = await app.identifier(ofRefused: request.signedPayload, at: records.clock())
    else { return false }
    let refusal = LedgerRefusal(
      notification: id, signedPayload: request.signedPayload, reason: problem.code.rawValue,
      // A retryable refusal depends on time, not on settings.
      revision: problem.isRetryable ? "" : app.settings, at: records.clock())
    try await Problem.catching(await records.ledger.refuse(refusal, in: app.id))
    return true
  }

  /// Tries again the kept notifications that were refused under other settings.
  ///
  /// - Returns: How many are recorded now, were recorded before, and are still refused.
  /// - Throws: `Problem` if the ledger fails; those not tried yet are kept.
  func retryRefused(in app: ServedApp) async throws(Problem) -> NotificationCounts {
    var counts = NotificationCounts()
    var tried: Set<String> = []
    while true {
      let oldest = try await Problem.catching(
        await records.ledger.refusals(
          notJudgedUnder: app.settings, in: app.id, limit: tried.count + Self.refusalBatch))
      let refusals = oldest.filter { !tried.contains($0.notification) }
      guard !refusals.isEmpty else { return counts }
      for refusal in refusals {
        tried.insert(refusal.notification)
        do {
          let outcome = try await receive(
            NotificationRequest(signedPayload: refusal.signedPayload), in: app
          ).outcome
          counts.add(outcome)
          guard outcome != .kept else { continue }
          try await Problem.catching(
            await records.ledger.forgetRefusal(of: refusal.notification, in: app.id))
        } catch {
          guard error.code.isNotificationRefusal else { throw error }
          counts.refused += 1
        }
      }
    }
  }
}

extension ProblemCode {
  /// Whether it refuses a notification for its content, rather than for a condition of the server.
  var isNotificationRefusal: Bool { Self.notificationRefusals.contains(self) }

  private static let notificationRefusals: Set<ProblemCode> = [
    .renewalMismatch, .sandboxNotAllowed, .clockBehind,
    .signedDataTooLarge, .signedDataMalformed, .signedDataUnsupportedAlgorithm,
    .signedDataWrongChainLength, .signedDataInvalidCertificate, .signedDataUntrusted,
    .signedDataMissingMark, .signedDataInvalidChain, .signedDataExpiredChain,
    .signedDataInvalidSignature, .signedDataUnreadable, .signedDataWrongApp,
    .signedDataWrongEnvironment,
  ]
}

extension ServedApp {
  /// The UUID of a refused notification that the store signed and that is about this app as far as it says; nil for any
  /// other.
  ///
  /// A notification without the store's signature is not kept: anyone could fill the ledger with such data.
  fileprivate func identifier(ofRefused text: String, at now: Instant) async -> String? {
    do {
      let json = try await verifier.payload(of: text, at: now)
      let notification = try JSONDecoder().decode(RefusedNotification.self, from: json)
      return notification.bundleIDs.allSatisfy { $0 == verifier.bundleID }
        ? notification.notificationUUID : nil
    } catch {
      return nil
    }
  }
}

/// The members read from a notification that cannot be recorded, whatever else Apple has put into it.
private struct RefusedNotification: Decodable {
  struct Part: Decodable {
    let bundleId: String?
  }

  let notificationUUID: String
  let data: Part?
  let summary: Part?
  let appData: Part?
  let externalPurchaseToken: Part?
  let unclaimInfo: Part?

  var bundleIDs: [String] {
    [data, summary, appData, externalPurchaseToken, unclaimInfo].compactMap { $0?.bundleId }
  }
}
