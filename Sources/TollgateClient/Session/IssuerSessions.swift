import Foundation
import Tollgate

/// The sessions of an identity provider, as a client follows them.
@MainActor
struct IssuerSessions {
  let client: TollgateClient
  private var attempt: Task<Void, Never>?
  private var last: IssuerSession?

  init(client: TollgateClient) { self.client = client }

  /// The provider has a session with a token, or none.
  mutating func changed(to token: String?) async {
    let next = IssuerSession(token)
    guard next != last else { return }
    attempt?.cancel()
    await attempt?.value
    let isOther = last.map { !$0.isSamePerson(as: next) } ?? false
    last = next
    attempt = Task { [client] in await Self.follow(next, isOther: isOther, on: client) }
  }

  /// Waits until the client has followed the last session.
  func settle() async { await attempt?.value }

  /// Stops trying.
  func cancel() { attempt?.cancel() }

  /// Signs in or out, and retries until the task is cancelled.
  private static func follow(_ next: IssuerSession, isOther: Bool, on client: TollgateClient) async
  {
    switch next {
    case .none: if !client.session.isAnonymous { await client.signOut() }
    case .token(let token, _):
      // The previous person stays signed out, even if the sign-in fails.
      if isOther, !client.session.isAnonymous { await client.signOut() }
      var failures = 0
      while !Task.isCancelled {
        do {
          return try await client.signIn(with: token)
        } catch {
          guard !Task.isCancelled else { return }
          guard error.isRetryable else {
            client.note(error)
            client.connection = .failed(error)
            return
          }
          client.connection = .failed(error)
          failures += 1
          guard let sleep = client.configuration.sleep else { return }
          let delay = Backoff.delay(
            after: failures, random: client.configuration.random(), requested: error.retryAfter)
          do { try await sleep(delay) } catch { return }
        }
      }
    }
  }
}

/// An element of an identity provider's sequence of sessions.
private enum IssuerSession: Equatable {
  /// Nobody is signed in.
  case none
  /// A token, and the person it names if it can be read.
  case token(String, IssuerSubject?)

  init(_ token: String?) {
    self = token.map { .token($0, IssuerSubject($0)) } ?? .none
  }

  /// Whether two sessions can be one person's; unreadable tokens may be.
  func isSamePerson(as other: Self) -> Bool {
    switch (self, other) {
    case (.none, _), (_, .none): true
    case (.token(_, let left?), .token(_, let right?)): left == right
    case (.token, .token): true
    }
  }
}

/// The identity that a token names: an issuer and its person.
///
/// It is not verified: it only prevents a person who signed out from being signed in again, and the server decides who
/// signs in.
private struct IssuerSubject: Equatable, Decodable {
  let iss: String
  let sub: String

  init?(_ token: String) {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let data = Data(base64URL: parts[1]) else { return nil }
    do { self = try JSONDecoder().decode(Self.self, from: data) } catch { return nil }
  }
}
