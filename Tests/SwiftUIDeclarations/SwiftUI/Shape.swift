// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// swift-format-ignore-file: DontRepeatTypeInStaticProperties, UseSynthesizedInitializer

public import Foundation

public protocol Shape: Sendable, View {}

public protocol InsettableShape: Shape {
  associatedtype InsetShape: InsettableShape

  func inset(by amount: CGFloat) -> Self.InsetShape
}

public enum RoundedCornerStyle: Sendable {
  case circular
  case continuous
}

nonisolated public struct RoundedRectangle: InsettableShape {
  public typealias Body = Never

  public init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {}

  nonisolated public func inset(by amount: CGFloat) -> some InsettableShape { self }
}

nonisolated public struct Rectangle: InsettableShape {
  public typealias Body = Never

  public init() {}

  nonisolated public func inset(by amount: CGFloat) -> some InsettableShape { self }
}

nonisolated public struct Capsule: InsettableShape {
  public typealias Body = Never

  public init(style: RoundedCornerStyle = .continuous) {}

  nonisolated public func inset(by amount: CGFloat) -> some InsettableShape { self }
}

nonisolated public struct Circle: InsettableShape {
  public typealias Body = Never

  public init() {}

  nonisolated public func inset(by amount: CGFloat) -> some InsettableShape { self }
}

extension Shape where Self == RoundedRectangle {
  nonisolated public static func rect(
    cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous
  ) -> Self { declared() }
}

extension Shape where Self == Rectangle {
  nonisolated public static var rect: Rectangle { declared() }
}

extension Shape where Self == Capsule {
  nonisolated public static var capsule: Capsule { declared() }
}

extension Shape where Self == Circle {
  nonisolated public static var circle: Circle { declared() }
}

extension Shape {
  nonisolated public func fill<S>(
    _ content: S, style: FillStyle = FillStyle()
  ) -> some View where S: ShapeStyle { Declared() }

  nonisolated public func stroke<S>(_ content: S, lineWidth: CGFloat = 1) -> some View
  where S: ShapeStyle { Declared() }
}

extension InsettableShape {
  nonisolated public func strokeBorder<S>(
    _ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true
  ) -> some View where S: ShapeStyle { Declared() }
}

extension View {
  nonisolated public func clipShape<S>(
    _ shape: S, style: FillStyle = FillStyle()
  ) -> some View where S: Shape { Declared() }

  nonisolated public func contentShape<S>(_ shape: S, eoFill: Bool = false) -> some View
  where S: Shape { Declared() }
}
