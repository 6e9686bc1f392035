#if canImport(SwiftUI)
  public import SwiftUI

  /// How Tollgate's views look.
  public enum TollgateLook: Hashable, Sendable, CaseIterable {
    /// Glass where the system has it, from iOS 26 and macOS 26 on, and warm before.
    case automatic
    /// Sheets of glass; a material stands for it on older systems, and a solid card where transparency is reduced.
    case glass
    /// Solid cards in warm tones, with titles in a serif face.
    case warm

    /// Whether it comes out warm on this system.
    var isWarm: Bool {
      switch self {
      case .automatic: !Self.systemHasGlass
      case .glass: false
      case .warm: true
      }
    }

    static var systemHasGlass: Bool {
      if #available(iOS 26, macOS 26, *) { true } else { false }
    }
  }

  private struct LookKey: EnvironmentKey {
    static let defaultValue = TollgateLook.automatic
  }

  extension EnvironmentValues {
    /// How Tollgate's views look; `automatic` unless set with `tollgateLook(_:)`.
    public var tollgateLook: TollgateLook {
      get { self[LookKey.self] }
      set { self[LookKey.self] = newValue }
    }
  }

  extension View {
    /// Sets how Tollgate's views within look.
    public func tollgateLook(_ look: TollgateLook) -> some View {
      environment(\.tollgateLook, look)
    }
  }
#endif
