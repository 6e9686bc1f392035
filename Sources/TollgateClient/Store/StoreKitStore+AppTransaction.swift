#if canImport(StoreKit) || Server
  import Foundation
  public import Tollgate
#endif
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
      return await waiting(appTransactionWait) { await Self.signedAppTransaction() }
    }

    /// The storefront's country, unless StoreKit takes longer than two seconds, the app's version and the kind of
    /// device.
    ///
    /// Follows Apple's [Storefront](https://developer.apple.com/documentation/storekit/storefront).
    public func deviceProperties() async -> [DeviceProperty: String] {
      var properties: [DeviceProperty: String] = [:]
      properties[.country] = await waiting(.seconds(2)) { await Storefront.current?.countryCode }
      properties[.appVersion] =
        Bundle.main.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String
      properties[.device] = await DeviceKind.current?.rawValue
      for (property, value) in simulated { properties[property] = value }
      return properties
    }

    /// What a request returns within a time; nil if it takes longer.
    private func waiting(
      _ wait: Duration, for request: @escaping @Sendable () async -> String?
    ) async -> String? {
      // StoreKit may ignore a cancellation, so the time ends the wait and not the request.
      let (answers, answer) = AsyncStream.makeStream(
        of: String?.self, bufferingPolicy: .bufferingOldest(1))
      let answering = Task { answer.yield(await request()) }
      let end = Task { [sleep] in
        do { try await sleep(wait) } catch { return }
        answer.yield(nil)
      }
      defer {
        answering.cancel()
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
