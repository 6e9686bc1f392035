#if canImport(SwiftUI)
  public import SwiftUI

  /// The look of Tollgate's views.
  ///
  /// Set it once, at the root: `TollgateRoot(client) { … }.tollgateLook(.warm)`. Colours come from the app's tint.
  /// Whatever the look, views follow the customer's settings for transparency, motion and text size.
  public enum TollgateLook: Hashable, Sendable, CaseIterable {
    /// Glass on systems that support it, from iOS 26 and macOS 26 on and on visionOS, and warm on earlier ones.
    case automatic
    /// Sheets of glass; a material on older systems, and a solid card if transparency is reduced.
    case glass
    /// Solid cards in warm tones, with titles in a serif typeface.
    case warm

    /// Whether the look resolves to warm on this system.
    var isWarm: Bool {
      switch self {
      case .automatic: !Self.systemHasGlass
      case .glass: false
      case .warm: true
      }
    }

    /// Whether this system is drawn in glass: from iOS 26 and macOS 26 on, and visionOS with its own.
    static var systemHasGlass: Bool {
      if #available(iOS 26, macOS 26, tvOS 26, watchOS 26, *) { true } else { false }
    }
  }

  /// The key of the look in SwiftUI's environment.
  private struct LookKey: EnvironmentKey {
    static let defaultValue = TollgateLook.automatic
  }

  extension EnvironmentValues {
    /// The look of Tollgate's views; `automatic` unless set with `tollgateLook(_:)`.
    public var tollgateLook: TollgateLook {
      get { self[LookKey.self] }
      set { self[LookKey.self] = newValue }
    }
  }

  extension View {
    /// Sets the look of the Tollgate views inside.
    ///
    /// - Parameter look: The look; `automatic` undoes an outer one.
    /// - Returns: The view, with the look set for everything inside, sheets included.
    public func tollgateLook(_ look: TollgateLook) -> some View {
      environment(\.tollgateLook, look)
    }
  }
#endif
