// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// swift-format-ignore-file: DontRepeatTypeInStaticProperties, UseSynthesizedInitializer

public import Foundation

public protocol ShapeStyle: Sendable {}

public struct Color: ShapeStyle, Hashable, Sendable {
  public enum RGBColorSpace: Hashable, Sendable {
    case sRGB
    case sRGBLinear
    case displayP3
  }

  public init(
    _ colorSpace: Color.RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double,
    opacity: Double = 1
  ) {}
  public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) {}

  public static let accentColor = Color(red: 0, green: 0, blue: 0)
  public static let primary = Color(red: 0, green: 0, blue: 0)
  public static let secondary = Color(red: 0, green: 0, blue: 0)
  public static let clear = Color(red: 0, green: 0, blue: 0)
  public static let black = Color(red: 0, green: 0, blue: 0)
  public static let white = Color(red: 0, green: 0, blue: 0)
  public static let red = Color(red: 0, green: 0, blue: 0)
  public static let orange = Color(red: 0, green: 0, blue: 0)
  public static let green = Color(red: 0, green: 0, blue: 0)

  public func opacity(_ opacity: Double) -> Color { self }
}

extension Color: View {
  public typealias Body = Never
}

extension ShapeStyle where Self == Color {
  public static var red: Color { declared() }
  public static var orange: Color { declared() }
  public static var green: Color { declared() }
  public static var white: Color { declared() }
  public static var black: Color { declared() }
  public static var clear: Color { declared() }
}

public struct HierarchicalShapeStyle: ShapeStyle {}

extension ShapeStyle where Self == HierarchicalShapeStyle {
  public static var primary: HierarchicalShapeStyle { declared() }
  public static var secondary: HierarchicalShapeStyle { declared() }
  public static var tertiary: HierarchicalShapeStyle { declared() }
  public static var quaternary: HierarchicalShapeStyle { declared() }
}

public struct TintShapeStyle: ShapeStyle {
  public init() {}
}

extension ShapeStyle where Self == TintShapeStyle {
  public static var tint: TintShapeStyle { declared() }
}

public struct BackgroundStyle: ShapeStyle {
  public init() {}
}

extension ShapeStyle where Self == BackgroundStyle {
  public static var background: BackgroundStyle { declared() }
}

public struct SeparatorShapeStyle: ShapeStyle {
  public init() {}
}

extension ShapeStyle where Self == SeparatorShapeStyle {
  public static var separator: SeparatorShapeStyle { declared() }
}

public struct Material: ShapeStyle {}

extension ShapeStyle where Self == Material {
  public static var ultraThinMaterial: Material { declared() }
  public static var thinMaterial: Material { declared() }
  public static var regularMaterial: Material { declared() }
  public static var thickMaterial: Material { declared() }
}

public struct AnyShapeStyle: ShapeStyle {
  public init<S>(_ style: S) where S: ShapeStyle {}
}

extension ShapeStyle {
  public func opacity(_ opacity: Double) -> some ShapeStyle { AnyShapeStyle(self) }
}

nonisolated public struct LinearGradient: ShapeStyle, View {
  public typealias Body = Never

  public init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {}
}

nonisolated public struct RadialGradient: ShapeStyle, View {
  public typealias Body = Never

  public init(colors: [Color], center: UnitPoint, startRadius: CGFloat, endRadius: CGFloat) {}
}

public struct FillStyle: Equatable, Sendable {
  public init(eoFill: Bool = false, antialiased: Bool = true) {}
}

extension View {
  nonisolated public func foregroundStyle<S>(_ style: S) -> some View where S: ShapeStyle {
    Declared()
  }

  nonisolated public func foregroundStyle<S1, S2>(
    _ primary: S1, _ secondary: S2
  ) -> some View where S1: ShapeStyle, S2: ShapeStyle { Declared() }

  nonisolated public func mask<Mask>(
    alignment: Alignment = .center, @ViewBuilder _ mask: () -> Mask
  ) -> some View where Mask: View { Declared() }

  nonisolated public func tint(_ tint: Color?) -> some View { Declared() }

  nonisolated public func tint<S>(_ tint: S) -> some View where S: ShapeStyle { Declared() }

  nonisolated public func opacity(_ opacity: Double) -> some View { Declared() }

  nonisolated public func blur(radius: CGFloat, opaque: Bool = false) -> some View { Declared() }

  nonisolated public func shadow(
    color: Color = Color(.sRGBLinear, red: 0, green: 0, blue: 0, opacity: 0.33),
    radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
  ) -> some View { Declared() }

  nonisolated public func background<V>(
    alignment: Alignment = .center, @ViewBuilder content: () -> V
  ) -> some View where V: View { Declared() }

  nonisolated public func background<S>(
    _ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all
  ) -> some View where S: ShapeStyle { Declared() }

  nonisolated public func background<S, T>(
    _ style: S, in shape: T, fillStyle: FillStyle = FillStyle()
  ) -> some View where S: ShapeStyle, T: InsettableShape { Declared() }

  nonisolated public func background<S, T>(
    _ style: S, in shape: T, fillStyle: FillStyle = FillStyle()
  ) -> some View where S: ShapeStyle, T: Shape { Declared() }

  nonisolated public func overlay<V>(
    alignment: Alignment = .center, @ViewBuilder content: () -> V
  ) -> some View where V: View { Declared() }

  nonisolated public func redacted(reason: RedactionReasons) -> some View { Declared() }
}

public struct RedactionReasons: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let placeholder = RedactionReasons(rawValue: 1)
}
