import Foundation
import Tollgate

extension TollgateClient {
  /// Follows the sessions of an identity provider, such as Supabase, Firebase or Auth0: signs in with each token, and
  /// out when there is none.
  ///
  /// Pass the provider's own sequence of changes, turned into access tokens; nil means that nobody is signed in. Each
  /// element is acted on in order, and a newer one replaces one that is still being tried. A new token of the same
  /// person renews the session and changes nothing else; the first nil of an app whose customer is anonymous changes
  /// nothing. A sign-in that fails for now is retried, after ``Configuration/sleep`` if the app can wait or else with
  /// the next element; one that the server refuses is added to ``notices``, and nobody else stays signed in.
  ///
  /// It returns when the sequence ends or the task is cancelled, so run it for as long as the app runs:
  ///
  /// ```swift
  /// await client.follow(tokens)
  /// ```
  ///
  /// - Parameter tokens: The tokens, of an issuer that the server trusts for this app.
  public func follow<Tokens: AsyncSequence>(
    _ tokens: sending Tokens
  ) async rethrows where Tokens.Element == String? {
    var attempt: Task<Void, Never>?
    var last: IssuerSession?
    defer { if Task.isCancelled { attempt?.cancel() } }
    for try await token in tokens {
      let next = IssuerSession(token)
      guard next != last else { continue }
      attempt?.cancel()
      await attempt?.value
      let isOther = last.map { !$0.isSamePerson(as: next) } ?? false
      last = next
      attempt = Task { await self.act(on: next, isOther: isOther) }
    }
    if !Task.isCancelled { await attempt?.value }
  }

  private func act(on next: IssuerSession, isOther: Bool) async {
    switch next {
    case .none: if !session.isAnonymous { await signOut() }
    case .token(let token, _):
      // Whatever becomes of the sign-in, the person before is gone.
      if isOther, !session.isAnonymous { await signOut() }
      var failures = 0
      while !Task.isCancelled {
        do {
          return try await signIn(with: token)
        } catch {
          guard !Task.isCancelled else { return }
          guard error.isRetryable else {
            note(error)
            connection = .failed(error)
            return
          }
          connection = .failed(error)
          failures += 1
          guard let sleep = configuration.sleep else { return }
          let delay = Backoff.delay(
            after: failures, random: configuration.random(), requested: error.retryAfter)
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
  /// A token, and the person whom it names if it can be read.
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

/// Whom a token names: an issuer and its person.
///
/// It is not verified, and decides only that a person who left stays out; who signs in is the server's decision.
private struct IssuerSubject: Equatable, Decodable {
  let iss: String
  let sub: String

  init?(_ token: String) {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let data = Data(base64URL: parts[1]) else { return nil }
    do { self = try JSONDecoder().decode(Self.self, from: data) } catch { return nil }
  }
}
