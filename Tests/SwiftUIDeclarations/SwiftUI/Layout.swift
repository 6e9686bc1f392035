// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// swift-format-ignore-file: DontRepeatTypeInStaticProperties, UseSynthesizedInitializer

public import Foundation

public enum Axis: Int8, CaseIterable, Sendable {
  case horizontal
  case vertical

  public struct Set: OptionSet, Sendable {
    public let rawValue: Int8

    public init(rawValue: Int8) { self.rawValue = rawValue }

    public static let horizontal = Axis.Set(rawValue: 1)
    public static let vertical = Axis.Set(rawValue: 2)
  }
}

public enum Edge: Int8, CaseIterable, Sendable {
  case top
  case leading
  case bottom
  case trailing

  public struct Set: OptionSet, Sendable {
    public let rawValue: Int8

    public init(rawValue: Int8) { self.rawValue = rawValue }

    public static let top = Edge.Set(rawValue: 1)
    public static let leading = Edge.Set(rawValue: 2)
    public static let bottom = Edge.Set(rawValue: 4)
    public static let trailing = Edge.Set(rawValue: 8)
    public static let all = Edge.Set(rawValue: 15)
    public static let horizontal = Edge.Set(rawValue: 10)
    public static let vertical = Edge.Set(rawValue: 5)
  }
}

public enum VerticalEdge: Int8, CaseIterable, Sendable {
  case top
  case bottom
}

public struct HorizontalAlignment: Equatable, Sendable {
  public static let leading = HorizontalAlignment()
  public static let center = HorizontalAlignment()
  public static let trailing = HorizontalAlignment()
}

public struct VerticalAlignment: Equatable, Sendable {
  public static let top = VerticalAlignment()
  public static let center = VerticalAlignment()
  public static let bottom = VerticalAlignment()
  public static let firstTextBaseline = VerticalAlignment()
  public static let lastTextBaseline = VerticalAlignment()
}

public struct Alignment: Equatable, Sendable {
  public static let center = Alignment()
  public static let leading = Alignment()
  public static let trailing = Alignment()
  public static let top = Alignment()
  public static let bottom = Alignment()
  public static let topLeading = Alignment()
  public static let topTrailing = Alignment()
  public static let bottomLeading = Alignment()
  public static let bottomTrailing = Alignment()
}

public enum TextAlignment: Hashable, CaseIterable, Sendable {
  case leading
  case center
  case trailing
}

public struct UnitPoint: Hashable, Sendable {
  public init() {}
  public init(x: CGFloat, y: CGFloat) {}

  public static let top = UnitPoint()
  public static let bottom = UnitPoint()
  public static let leading = UnitPoint()
  public static let trailing = UnitPoint()
  public static let center = UnitPoint()
  public static let topLeading = UnitPoint()
  public static let bottomTrailing = UnitPoint()
}

public struct Angle: Sendable {
  public static func degrees(_ degrees: Double) -> Angle { declared() }
}

extension View {
  nonisolated public func padding(
    _ edges: Edge.Set = .all, _ length: CGFloat? = nil
  ) -> some View { Declared() }

  nonisolated public func padding(_ length: CGFloat) -> some View { Declared() }

  nonisolated public func frame(
    width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View { Declared() }

  nonisolated public func frame(
    minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil,
    minHeight: CGFloat? = nil, idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil,
    alignment: Alignment = .center
  ) -> some View { Declared() }

  nonisolated public func scaledToFit() -> some View { Declared() }

  nonisolated public func scaledToFill() -> some View { Declared() }

  nonisolated public func clipped(antialiased: Bool = false) -> some View { Declared() }

  nonisolated public func fixedSize(horizontal: Bool, vertical: Bool) -> some View { Declared() }

  nonisolated public func fixedSize() -> some View { Declared() }

  nonisolated public func layoutPriority(_ value: Double) -> some View { Declared() }

  nonisolated public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View { Declared() }

  nonisolated public func position(x: CGFloat = 0, y: CGFloat = 0) -> some View { Declared() }

  nonisolated public func rotationEffect(
    _ angle: Angle, anchor: UnitPoint = .center
  ) -> some View { Declared() }

  nonisolated public func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
    Declared()
  }

  nonisolated public func lineLimit(_ number: Int?) -> some View { Declared() }

  nonisolated public func safeAreaInset<V>(
    edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> V
  ) -> some View where V: View { Declared() }

  nonisolated public func ignoresSafeArea() -> some View { Declared() }
}
