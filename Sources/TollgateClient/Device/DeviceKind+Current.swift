import Foundation
import Tollgate

#if os(iOS)
  import UIKit
#endif

extension DeviceKind {
  /// The kind of device that the app runs on; nil on a system that the App Store does not serve.
  @MainActor
  static var current: DeviceKind? {
    #if os(iOS)
      if ProcessInfo.processInfo.isiOSAppOnMac { return .mac }
      return UIDevice.current.userInterfaceIdiom == .pad ? .iPad : .iPhone
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
