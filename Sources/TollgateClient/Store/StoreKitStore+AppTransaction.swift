#if canImport(StoreKit)
  import StoreKit
#elseif Server
  import OpenStoreKit
#endif

#if canImport(StoreKit) || Server
  extension StoreKitStore {
    /// The account's download of the app, as far as StoreKit has it within the time given to
    /// ``init(appTransactionWait:sleep:)``.
    ///
    /// StoreKit may have to load it; a device without a network or a store account then has none.
    public func appTransaction() async -> String? {
      guard appTransactionWait > .zero else { return nil }
      // StoreKit may ignore a cancellation, so the time ends the wait and not the request.
      let (answers, answer) = AsyncStream.makeStream(
        of: String?.self, bufferingPolicy: .bufferingOldest(1))
      let request = Task { answer.yield(await Self.signedAppTransaction()) }
      let end = Task { [appTransactionWait, sleep] in
        do { try await sleep(appTransactionWait) } catch { return }
        answer.yield(nil)
      }
      defer {
        request.cancel()
        end.cancel()
      }
      for await first in answers { return first }
      return nil
    }

    private static func signedAppTransaction() async -> String? {
      do {
        let result = try await AppTransaction.shared
        guard case .verified = result else { return nil }
        return result.jwsRepresentation
      } catch {
        return nil
      }
    }
  }
#endif
