import Synchronization
import Tollgate
import TollgateWire

/// Counts wrong passwords by email address and by device, to limit guessing.
final class SignInAttempts: Sendable {
  /// How many wrong passwords are allowed for an address within the window.
  static let addressLimit = 10
  /// How many wrong passwords are allowed for a device within the window, whatever the address.
  static let deviceLimit = 30
  /// How long a window lasts from the first wrong password in it.
  static let window = Duration.minutes(15)
  /// How many addresses and devices are tracked.
  static let cacheLimit = 20_000

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

  fileprivate struct Count: Sendable {
    var tried = 0
    var endsAt: Instant
  }

  private let counts = Mutex(LRUCache<Subject, Count>(limit: SignInAttempts.cacheLimit))

  /// Tries a password unless too many were wrong; a correct one resets the address's count.
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
  fileprivate mutating func refuseOverLimit(
    _ subject: SignInAttempts.Subject, at now: Instant
  ) throws(Problem) {
    guard let count = self[subject], now < count.endsAt, count.tried >= subject.limit else {
      return
    }
    let seconds = Int((count.endsAt.since(now) + 999) / 1000)
    throw Problem(
      .tooManyAttempts, "Too many passwords were wrong: try again later.", retryAfter: seconds)
  }

  fileprivate mutating func add(
    _ tried: Int, to subject: SignInAttempts.Subject, at now: Instant
  ) {
    let standing = self[subject].flatMap { now < $0.endsAt ? $0 : nil }
    guard standing != nil || tried > 0 else { return }
    var count =
      standing ?? SignInAttempts.Count(endsAt: now.advanced(by: SignInAttempts.window))
    count.tried = max(0, count.tried + tried)
    self[subject] = count
  }
}
