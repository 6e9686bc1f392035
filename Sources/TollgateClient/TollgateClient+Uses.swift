public import Tollgate
import TollgateWire

extension TollgateClient {
  /// Uses a feature once, the server deciding whatever the device believes.
  ///
  /// Where the server cannot be asked, the feature's `offline` in the blueprint says what becomes of the use: it is
  /// refused, it waits and the answer comes in ``useChanges``, or the device allows it, up to a number, and reports it.
  ///
  /// - Parameters:
  ///   - feature: The feature.
  ///   - item: The thing to hold, for a feature that holds things.
  ///   - cost: The credits it costs, for a feature whose blueprint leaves that to the use; nil is 1.
  ///   - key: Names this use, so that asking again counts once; the thing made is a good one. Nil makes a new name.
  /// - Returns: `allowed` with what the feature answers from now on, `denied` with the paywall to show, or `unknown` where
  ///   it waits for the server.
  /// - Throws: ``ClientError`` where it could not be told; nothing was counted, or it was and asking again with the same
  ///   key counts it no second time.
  @discardableResult
  public func use(
    _ feature: Feature.ID, item: Item.ID? = nil, cost: Int? = nil, key: Idempotency.Key? = nil
  ) async throws(ClientError) -> Access {
    let key = key ?? Idempotency.Key(configuration.makeID())
    if let waiting = outbox.first(where: { $0.key == key })?.use { return answer(to: waiting) }
    do {
      let answer: UseResponse
      do {
        answer = try await report(feature, UseRequest(item: item, cost: cost), key)
      } catch let lost where lost.error.code == .network {
        answer = try await report(feature, UseRequest(item: item, cost: cost), key)
      }
      if isStale { await refreshQuietly() }
      // The last use of a trial ends it, and with it what was to remind of its end.
      if let planned = membership?.nudges, planned != scheduledNudges { await reconcileNudges() }
      return .allowed(answer.access.limit)
    } catch {
      guard let denial = error.problem?.denial else {
        return try useOffline(feature, item, cost, key, after: error.error)
      }
      if access(to: feature).isAllowed { await refreshQuietly() }
      return .denied(denial)
    }
  }

  /// Gives back an item that a feature holds.
  ///
  /// - Parameters:
  ///   - feature: The feature.
  ///   - item: The item; it is never held again under the same name.
  /// - Throws: ``ClientError`` where the server could not record it; asking again is safe.
  public func release(_ feature: Feature.ID, item: Item.ID) async throws(ClientError) {
    do {
      let answered: ServerCalls.Answered<UseResponse> = try await authorized(
        .release(feature), body: ReleaseRequest(item: item))
      let answer = answered.answer
      accept(
        ChangeResponse(facts: answer.facts, version: answer.version, serverTime: answer.serverTime),
        answered.signed(.use))
      if isStale { await refreshQuietly() }
    } catch {
      throw error.error
    }
  }

  /// Reports that a milestone was reached; without a network it waits on the device.
  ///
  /// - Parameter milestone: Which one; reporting it again changes nothing.
  public func reach(_ milestone: Milestone.ID) async {
    enqueue(.milestone(milestone))
    await flush()
    await reconcileNudges()
  }

  /// Reports that a prompt was dismissed; without a network it waits on the device, and the prompt is gone at once
  /// where its patience is out.
  public func dismiss(_ prompt: Prompt.ID) async {
    enqueue(.dismissal(prompt))
    await flush()
  }

  /// Reads the customer anew where a failure changes nothing.
  func refreshQuietly() async {
    do { try await refresh() } catch { connection = .failed(error) }
  }
}
