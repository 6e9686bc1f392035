// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// swift-format-ignore-file: DontRepeatTypeInStaticProperties, UseSynthesizedInitializer

public import Foundation

public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
  public init(_ value: String) {}
  public init(stringLiteral value: String) {}
}

public struct Text: Equatable, Sendable {
  public init(verbatim content: String) {}
  @_disfavoredOverload
  public init<S>(_ content: S) where S: StringProtocol {}
  public init(
    _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil,
    comment: StaticString? = nil
  ) {}
  public init(_ image: Image) {}
}

extension Text {
  public enum Case: Hashable, Sendable {
    case lowercase
    case uppercase
  }
}

extension Text: View {
  public typealias Body = Never
}

extension Text {
  public func font(_ font: Font?) -> Text { self }
  public func fontWeight(_ weight: Font.Weight?) -> Text { self }
  public func fontWidth(_ width: Font.Width?) -> Text { self }
  public func bold() -> Text { self }
  public func bold(_ isActive: Bool) -> Text { self }
  public func foregroundStyle<S>(_ style: S) -> Text where S: ShapeStyle { self }
  public func monospacedDigit() -> Text { self }
}

public struct Image: Equatable, Sendable {
  public enum Scale: Hashable, Sendable {
    case small
    case medium
    case large
  }

  public init(systemName: String) {}
  public init(decorative name: String, bundle: Bundle? = nil) {}

  public func resizable() -> Image { self }
}

extension Image: View {
  public typealias Body = Never
}

nonisolated public struct Label<Title, Icon>: View where Title: View, Icon: View {
  public typealias Body = Never

  public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {}
}

extension Label where Title == Text, Icon == Image {
  nonisolated public init(_ titleKey: LocalizedStringKey, systemImage name: String) {}
  @_disfavoredOverload
  nonisolated public init<S>(_ title: S, systemImage name: String) where S: StringProtocol {}
}

@MainActor @preconcurrency
public protocol LabelStyle {}

nonisolated public struct IconOnlyLabelStyle: LabelStyle {
  public init() {}
}

nonisolated public struct TitleAndIconLabelStyle: LabelStyle {
  public init() {}
}

extension LabelStyle where Self == IconOnlyLabelStyle {
  @MainActor @preconcurrency public static var iconOnly: IconOnlyLabelStyle { declared() }
}

extension LabelStyle where Self == TitleAndIconLabelStyle {
  @MainActor @preconcurrency
  public static var titleAndIcon: TitleAndIconLabelStyle { declared() }
}

extension View {
  nonisolated public func labelStyle<S>(_ style: S) -> some View where S: LabelStyle {
    Declared()
  }

  nonisolated public func textCase(_ textCase: Text.Case?) -> some View { Declared() }

  nonisolated public func imageScale(_ scale: Image.Scale) -> some View { Declared() }
}
