import Tollgate
import TollgateWire

extension TollgateClient {
  /// The waits for a profile that is not found yet: 2, 4 and 8 seconds.
  public static let profileWaits: [Duration] = [.seconds(2), .seconds(4), .seconds(8)]

  /// The profile of the signed-in account, as far as the device knows it.
  ///
  /// It is nil if a row that is created once is missing, and while nobody is signed in. Daily rows are today's.
  public var knownProfile: Profile? {
    guard let session, let account = session.account, let known, let blueprint, let now,
      let rows = blueprint.profile(of: known.facts, at: now)
    else { return nil }
    return Profile(
      customer: session.customer, account: account, email: session.email,
      tables: blueprint.definition.profile.map { table in
        Profile.Table(name: table.name, rows: rows.filter { $0.table == table.name })
      })
  }

  /// Returns the profile of the signed-in account; missing rows are created once, however often they are requested.
  ///
  /// The server is asked only for what the device does not know: the first time and, if the blueprint has daily rows,
  /// once each day. If the profile is not found yet, the request is retried after ``profileWaits``.
  ///
  /// - Returns: The profile, whose customer, account and email address are those of the session.
  /// - Throws: ``ClientError`` with code `account_needed` while nobody is signed in, `otherProfile` if the response is
  ///   about another person, `customerChanged`, or the server's.
  public func profile() async throws(ClientError) -> Profile {
    guard account != nil else { throw ClientError(.accountNeeded) }
    if let blueprint, let known, let now, let knownProfile,
      blueprint.makeProfile(of: known.facts, at: now).facts.isEmpty
    {
      return knownProfile
    }
    let asked = profiling ?? Task { await askForProfile() }
    profiling = asked
    let result = await asked.value
    if profiling == asked { profiling = nil }
    return try result.get()
  }

  private func askForProfile() async -> Result<Profile, ClientError> {
    let signOuts = signOuts
    var waits = Self.profileWaits[...]
    while signOuts == self.signOuts, let session {
      do throws(ServerCalls.Failure) {
        let answered: ServerCalls.Answered<ProfileResponse> = try await authorized(
          .makeProfile, body: ProfileRequest(customer: session.customer, email: session.email))
        guard signOuts == self.signOuts else { break }
        return accept(answered, as: session)
      } catch {
        guard error.status == 404, let wait = waits.popFirst(), let sleep = configuration.sleep
        else { return .failure(error.error) }
        do { try await sleep(wait) } catch { return .failure(ClientError(.profileNotFound)) }
      }
    }
    return .failure(ClientError(.customerChanged))
  }

  /// Merges a profile, unless it belongs to another person.
  private func accept(
    _ answered: ServerCalls.Answered<ProfileResponse>, as session: Session
  ) -> Result<Profile, ClientError> {
    let profile = Profile(answered.answer)
    guard profile.customer == session.customer, profile.account == session.account,
      session.email == nil || profile.email == session.email
    else { return .failure(ClientError(.otherProfile)) }
    accept(ChangeResponse(answered.answer), answered.signed(.profile))
    return .success(profile)
  }
}
