public import Foundation
import TollgateAppStore

/// The customer's download of the app, as signed by the App Store.
///
/// Follows <https://developer.apple.com/documentation/storekit/apptransaction>.
public struct AppTransaction: Sendable {
  let payload: AppTransactionPayload
  let jws: String
  let session: StoreSession

  /// The download, signed on request.
  public static var shared: VerificationResult<AppTransaction> {
    get async throws { try StoreSession.theAppTransaction() }
  }

  /// Returns the download, signed on request; the customer does not have to sign in.
  ///
  /// - Throws: ``StoreKitError``
  public static func refresh() async throws -> VerificationResult<AppTransaction> {
    try StoreSession.theAppTransaction()
  }
}

extension AppTransaction {
  /// The signed data as JSON.
  public var jsonRepresentation: Data { SignedText(jws).payload }

  /// The app's Apple ID; nil outside production.
  public var appID: UInt64? { payload.appAppleId.map { UInt64(clamping: $0) } }

  /// The identifier of the customer's download of the app.
  public var appTransactionID: String { payload.appTransactionId ?? "" }

  public var appVersion: String { payload.applicationVersion ?? "" }

  /// Apple's number for the version; nil outside production.
  public var appVersionID: UInt64? {
    payload.versionExternalIdentifier.map { UInt64(clamping: $0) }
  }

  public var bundleID: String { payload.bundleId }

  /// The environment of the download.
  public var environment: AppStore.Environment {
    AppStore.Environment(rawValue: payload.receiptType.rawValue)
  }

  /// The version that the customer first downloaded.
  public var originalAppVersion: String { payload.originalApplicationVersion ?? "" }

  /// When the customer first downloaded the app.
  public var originalPurchaseDate: Date { payload.originalPurchaseDate.date }

  /// The platform of the first download.
  public var originalPlatform: AppStore.Platform {
    AppStore.Platform(rawValue: originalPlatformStringRepresentation)
  }

  /// The platform of the first download, by name.
  public var originalPlatformStringRepresentation: String {
    payload.originalPlatform?.rawValue ?? ""
  }

  /// When the customer ordered the app before it was released.
  public var preorderDate: Date? { payload.preorderDate?.date }

  /// A hash by which the device recognizes its own data: SHA-384 of the nonce and the device's identifier.
  public var deviceVerification: Data { session.deviceVerification(deviceVerificationNonce) }

  /// The UUID that is part of the hash.
  public var deviceVerificationNonce: UUID { session.nonce(of: appTransactionID) }

  /// When the data was signed.
  public var signedDate: Date { payload.receiptCreationDate.date }
}

extension AppTransaction: Hashable, CustomDebugStringConvertible {
  /// Whether the signed content is equal.
  public static func == (left: Self, right: Self) -> Bool { left.payload == right.payload }

  /// Feeds the signed content to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(payload)
  }

  /// The signed data as JSON.
  public var debugDescription: String { String(decoding: jsonRepresentation, as: UTF8.self) }
}
