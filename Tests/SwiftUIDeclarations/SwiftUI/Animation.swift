// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// swift-format-ignore-file: DontRepeatTypeInStaticProperties, UseSynthesizedInitializer

public struct Animation: Equatable, Sendable {
  public static let `default` = Animation()
  public static var easeIn: Animation { declared() }
  public static var easeOut: Animation { declared() }
  public static var easeInOut: Animation { declared() }
  public static var linear: Animation { declared() }
  public static var smooth: Animation { declared() }
  public static var snappy: Animation { declared() }
  public static var bouncy: Animation { declared() }

  public static func easeIn(duration: Double) -> Animation { declared() }
  public static func easeOut(duration: Double) -> Animation { declared() }
  public static func linear(duration: Double) -> Animation { declared() }

  public func delay(_ delay: Double) -> Animation { self }
}

public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result { try body() }

@MainActor @preconcurrency
public protocol Transition {}

nonisolated public struct OpacityTransition: Transition {
  public init() {}
}

extension Transition where Self == OpacityTransition {
  @MainActor @preconcurrency public static var opacity: OpacityTransition { declared() }
}

public struct AnyTransition {
  public static let identity: AnyTransition = declared()
  public static let opacity: AnyTransition = declared()
}

extension AnyTransition: @unchecked Sendable {}

extension View {
  nonisolated public func animation<V>(_ animation: Animation?, value: V) -> some View
  where V: Equatable { Declared() }

  nonisolated public func transition(_ t: AnyTransition) -> some View { Declared() }

  nonisolated public func transition<T>(_ transition: T) -> some View where T: Transition {
    Declared()
  }
}
