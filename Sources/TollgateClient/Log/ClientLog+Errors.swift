import Tollgate
import TollgateWire

extension ClientLog.Entry {
  /// The entry for an error: what is wrong in the setup, and what to do, or the error's own message.
  init(_ error: ClientError) {
    let (level, advice) = Self.advice(for: error.code) ?? (.error, error.message)
    self.init(level: level, code: error.code, message: advice)
  }

  private static func advice(for code: ClientError.Code) -> (ClientLog.Level, String)? {
    switch code {
    case .badSignature:
      (
        .fault,
        "The server's answer was not signed with the key in `serverKey`, so it was ignored and access stays unknown or "
          + "as it was. Copy the key that `tollgate serve` prints for this app, and check the server's address and the "
          + "app's name."
      )
    case .badBlueprint:
      (
        .fault,
        "The server's blueprint cannot be read by this version of TollgateClient. Update the package in the app."
      )
    case .unknownName: (.fault, "The app uses a name that its blueprint does not have.")
    case .clockBehind:
      (.fault, "The server's clock is wrong, so it refuses requests. Set it right with NTP.")
    case .unknownApp:
      (
        .fault,
        "The server does not serve this app. Check `app` in the configuration against `app.id` in the blueprint."
      )
    case .sandboxNotAllowed:
      (
        .fault,
        "The server refused a sandbox purchase. Start it with `--sandbox allowed`, or name the tester, or App Review "
          + "cannot buy."
      )
    case .ownedByAnotherCustomer:
      (
        .error,
        "The server refused a purchase that belongs to another account. `purchases.transfer` in the blueprint decides that."
      )
    case .storageUnavailable:
      (
        .info,
        "The device has not been unlocked since its restart: nothing can be read yet, and nothing is removed."
      )
    case .storageFailed:
      (
        .error,
        "The device's storage could not be written, so reports may be lost if the app is terminated. Check whether the disk is full."
      )
    case .cacheCorrupt, .cacheOfOtherVersion:
      (
        .error,
        "Cached data could not be read and was removed; it is fetched from the server again."
      )
    case .queueFull:
      (
        .error,
        "Too many reports wait for the server, so the oldest was dropped. Check that the server can be reached."
      )
    case .network:
      (.info, "The server could not be reached; reports and purchases wait on the device.")
    case .store: (.info, "The App Store did not respond.")
    default: nil
    }
  }
}

extension ClientError.Code {
  fileprivate static let clockBehind = Self(.clockBehind)
  fileprivate static let unknownApp = Self(.unknownApp)
}
