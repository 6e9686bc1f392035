import Tollgate

#if os(iOS)
  import UIKit
#endif

extension DeviceKind {
  /// The kind of device that the app runs on; nil on a system that the App Store does not serve.
  ///
  /// An iPad app that runs unmodified on a Mac counts as on an iPad, as UIKit reports.
  @MainActor
  static var current: DeviceKind? {
    #if os(iOS)
      switch UIDevice.current.userInterfaceIdiom {
      case .phone: return .iPhone
      case .mac: return .mac
      default: return .iPad
      }
    #elseif os(macOS)
      return .mac
    #elseif os(watchOS)
      return .watch
    #elseif os(tvOS)
      return .tv
    #elseif os(visionOS)
      return .vision
    #else
      return nil
    #endif
  }
}
