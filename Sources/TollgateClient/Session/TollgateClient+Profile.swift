import Tollgate
import TollgateWire

extension TollgateClient {
  /// The waits for a profile that is not found yet: 2, 4 and 8 seconds.
  public static let profileWaits: [Duration] = [.seconds(2), .seconds(4), .seconds(8)]

  /// The profile of the signed-in account, as far as the device knows it.
  ///
  /// It is nil if a row that is created once is missing, and while nobody is signed in. Daily rows are today's.
  public var knownProfile: Profile? {
    guard let current = session.current, let account = current.account,
      let confirmed = cached.customer, let blueprint, let now,
      let rows = blueprint.profile(of: confirmed.facts, at: now)
    else { return nil }
    return Profile(
      customer: current.customer, account: account, email: current.email,
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
    if let blueprint, let confirmed = cached.customer, let now, let knownProfile,
      blueprint.makeProfile(of: confirmed.facts, at: now).facts.isEmpty
    {
      return knownProfile
    }
    return try await tasks.profile.value { await self.fetchProfile() }.get()
  }

  private func fetchProfile() async -> Result<Profile, ClientError> {
    let ticket = session.ticket
    var waits = Self.profileWaits[...]
    while session.standing(of: ticket) != .left, let current = session.current {
      do throws(ServerCalls.Failure) {
        let response: ServerCalls.Response<ProfileResponse> = try await authorized(
          .makeProfile, body: ProfileRequest(customer: current.customer, email: current.email))
        guard session.standing(of: ticket) != .left else { break }
        return accept(response, as: current)
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
    _ response: ServerCalls.Response<ProfileResponse>, as current: Session
  ) -> Result<Profile, ClientError> {
    let profile = Profile(response.value)
    guard profile.customer == current.customer, profile.account == current.account,
      current.email == nil || profile.email == current.email
    else { return .failure(ClientError(.otherProfile)) }
    merge(ChangeResponse(response.value), response.signed(.profile))
    return .success(profile)
  }
}
