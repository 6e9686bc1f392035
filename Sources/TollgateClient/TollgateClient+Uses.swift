public import Tollgate
import TollgateWire

extension TollgateClient {
  /// Uses a feature once; the server decides, whatever the device believes.
  ///
  /// If the server cannot be reached, the feature's `offline` setting in the blueprint decides how the use is handled:
  /// it is refused, it waits and the answer comes in ``useChanges``, or the device allows it, up to a number, and
  /// reports it.
  ///
  /// - Parameters:
  ///   - feature: The feature.
  ///   - item: The item to hold, for a feature that holds items.
  ///   - cost: The credits it costs, for a feature whose blueprint leaves that to the use; nil means 1.
  ///   - key: The idempotency key, so that a retry counts once; the identifier of what is created works well. If nil, a
  ///     new key is created.
  /// - Returns: `allowed` with the access from now on, `denied` with the paywall to show, or `unknown` if it waits for
  ///   the server.
  /// - Throws: ``ClientError`` if the answer could not be determined; whether or not the use was counted, a retry with
  ///   the same key does not count it twice.
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
      // The last use of a trial ends it and makes the reminders of its end obsolete.
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

  /// Releases an item that a feature holds.
  ///
  /// - Parameters:
  ///   - feature: The feature.
  ///   - item: The item; it is never held again under the same name.
  /// - Throws: ``ClientError`` if the server could not record it; a retry is safe.
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

  /// Reports that a milestone was reached; without a network the report waits on the device.
  ///
  /// - Parameter milestone: The milestone; reporting it again changes nothing.
  public func reach(_ milestone: Milestone.ID) async {
    enqueue(.milestone(milestone))
    await flush()
    await reconcileNudges()
  }

  /// Reports that a prompt was dismissed; without a network the report waits on the device, and the prompt disappears
  /// at once if its patience is exhausted.
  public func dismiss(_ prompt: Prompt.ID) async {
    enqueue(.dismissal(prompt))
    await flush()
  }

  /// Fetches the customer again, ignoring failures.
  func refreshQuietly() async {
    do { try await refresh() } catch { connection = .failed(error) }
  }
}
