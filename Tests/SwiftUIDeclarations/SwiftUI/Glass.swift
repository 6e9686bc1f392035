// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// swift-format-ignore-file: DontRepeatTypeInStaticProperties, UseSynthesizedInitializer

public import Foundation

// What came with iOS 26 and macOS 26; see the README on how its availability is checked.
#if IOS_26
  @available(iOS 26, macOS 26, tvOS 26, watchOS 26, *) @available(visionOS, unavailable)
  public struct Glass: Equatable, Sendable {
    public static var regular: Glass { declared() }
    public static var clear: Glass { declared() }
    public static var identity: Glass { declared() }

    public func tint(_ color: Color?) -> Glass { self }
    public func interactive(_ isEnabled: Bool = true) -> Glass { self }
  }

  @available(iOS 26, macOS 26, tvOS 26, watchOS 26, *) @available(visionOS, unavailable)
  nonisolated public struct DefaultGlassEffectShape: Shape {
    public typealias Body = Never

    public init() {}
  }

  @available(iOS 26, macOS 26, tvOS 26, watchOS 26, *) @available(visionOS, unavailable)
  @MainActor @preconcurrency
  @available(iOS 26, macOS 26, tvOS 26, watchOS 26, *) @available(visionOS, unavailable)
  public struct GlassEffectContainer<Content>: View where Content: View {
    public typealias Body = Never

    public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
  }

  @available(iOS 26, macOS 26, tvOS 26, watchOS 26, *) @available(visionOS, unavailable)
  extension View {
    nonisolated public func glassEffect(
      _ glass: Glass = .regular, in shape: some Shape = DefaultGlassEffectShape()
    ) -> some View { Declared() }
  }

  @available(iOS 26, macOS 26, tvOS 26, watchOS 26, *) @available(visionOS, unavailable)
  nonisolated public struct GlassButtonStyle: PrimitiveButtonStyle {
    public init() {}
  }

  @available(iOS 26, macOS 26, tvOS 26, watchOS 26, *) @available(visionOS, unavailable)
  nonisolated public struct GlassProminentButtonStyle: PrimitiveButtonStyle {
    public init() {}
  }

  @available(iOS 26, macOS 26, tvOS 26, watchOS 26, *) @available(visionOS, unavailable)
  extension PrimitiveButtonStyle where Self == GlassButtonStyle {
    nonisolated public static var glass: GlassButtonStyle { declared() }
  }

  @available(iOS 26, macOS 26, tvOS 26, watchOS 26, *) @available(visionOS, unavailable)
  extension PrimitiveButtonStyle where Self == GlassProminentButtonStyle {
    @MainActor @preconcurrency
    public static var glassProminent: GlassProminentButtonStyle { declared() }
  }
#endif
