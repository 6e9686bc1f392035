import Tollgate
import TollgateMutex
import TollgateWire

/// Counts wrong passwords by email address and by device, to limit guessing.
///
/// The counts are kept in memory: a restart forgets them, and each server counts by itself.
final class SignInAttempts: Sendable {
  /// How many wrong passwords are allowed for an address within the window.
  static let addressLimit = 10
  /// How many wrong passwords are allowed for a device within the window, whatever the address.
  static let deviceLimit = 30
  /// How long a window lasts from the first wrong password in it.
  static let window = Duration.minutes(15)
  /// How many addresses and devices are tracked.
  static let cacheLimit = 20_000

  /// What wrong passwords are counted for; one attempt counts for its address and for its device.
  fileprivate enum Subject: Hashable, Sendable {
    case address(Blueprint.App.ID, String)
    case device(Blueprint.App.ID, Device.ID)

    var limit: Int {
      switch self {
      case .address: addressLimit
      case .device: deviceLimit
      }
    }
  }

  /// The wrong passwords of one window, which begins with the first and does not slide.
  fileprivate struct Count: Sendable {
    var wrong = 0
    var endsAt: Instant
  }

  private let counts = Mutex(LRUCache<Subject, Count>(limit: SignInAttempts.cacheLimit))

  /// Tries a password unless too many were wrong; a correct one resets the address's count.
  ///
  /// Only `wrong_credentials` counts: an attempt that fails for another reason, such as an unavailable ledger, is
  /// subtracted again.
  ///
  /// - Parameters:
  ///   - request: The email address, and the device if the request names one.
  ///   - app: The app; the same address has another count in another app.
  ///   - now: The server's clock.
  ///   - body: Verifies the password.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws, or `Problem` with code `invalid_email` or `too_many_attempts`, with the seconds
  ///   left of the window.
  func attempt<Value>(
    _ request: CredentialsRequest, in app: Blueprint.App.ID, at now: Instant,
    _ body: () async throws(Problem) -> Value
  ) async throws(Problem) -> Value {
    let address = Subject.address(app, try EmailAddress(request.email).text)
    let subjects = [address] + (request.device.map { [.device(app, $0)] } ?? [])
    // Counted before the password is known to be wrong, so that concurrent attempts allow no extra guesses.
    try counts.withLock { (counts) throws(Problem) in
      for subject in subjects { try counts.refuseOverLimit(subject, at: now) }
      for subject in subjects { counts.add(1, to: subject, at: now) }
    }
    do {
      let value = try await body()
      counts.withLock { counts in
        counts[address] = nil
        for subject in subjects.dropFirst() { counts.add(-1, to: subject, at: now) }
      }
      return value
    } catch {
      if error.code != .wrongCredentials {
        counts.withLock { counts in
          for subject in subjects { counts.add(-1, to: subject, at: now) }
        }
      }
      throw error
    }
  }
}

extension LRUCache<SignInAttempts.Subject, SignInAttempts.Count> {
  /// Throws `too_many_attempts`, with the seconds left, rounded up, if a subject's window has no attempts left.
  fileprivate mutating func refuseOverLimit(
    _ subject: SignInAttempts.Subject, at now: Instant
  ) throws(Problem) {
    guard let count = self[subject], now < count.endsAt, count.wrong >= subject.limit else {
      return
    }
    let seconds = Int((count.endsAt.since(now) + 999) / 1000)
    throw Problem(
      .tooManyAttempts, "Too many passwords were wrong: try again later.", retryAfter: seconds)
  }

  fileprivate mutating func add(
    _ change: Int, to subject: SignInAttempts.Subject, at now: Instant
  ) {
    let current = self[subject].flatMap { now < $0.endsAt ? $0 : nil }
    guard current != nil || change > 0 else { return }
    var count =
      current ?? SignInAttempts.Count(endsAt: now.advanced(by: SignInAttempts.window))
    count.wrong = max(0, count.wrong + change)
    self[subject] = count
  }
}
