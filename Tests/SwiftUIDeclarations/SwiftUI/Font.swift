// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// swift-format-ignore-file: DontRepeatTypeInStaticProperties, UseSynthesizedInitializer

public import Foundation

public struct Font: Hashable, Sendable {
  public enum TextStyle: CaseIterable, Hashable, Sendable {
    case largeTitle
    case title
    case title2
    case title3
    case headline
    case subheadline
    case body
    case callout
    case footnote
    case caption
    case caption2
  }

  public struct Weight: Hashable, Sendable {
    public static let regular = Weight()
    public static let medium = Weight()
    public static let semibold = Weight()
    public static let bold = Weight()
    public static let heavy = Weight()
  }

  public struct Width: Hashable, Sendable {
    public static let condensed = Width()
    public static let standard = Width()
  }

  public enum Design: Hashable, Sendable {
    case `default`
    case serif
    case rounded
    case monospaced
  }

  public static let largeTitle = Font()
  public static let title = Font()
  public static let title2 = Font()
  public static let title3 = Font()
  public static let headline = Font()
  public static let subheadline = Font()
  public static let body = Font()
  public static let callout = Font()
  public static let footnote = Font()
  public static let caption = Font()
  public static let caption2 = Font()

  public static func system(
    _ style: Font.TextStyle, design: Font.Design? = nil, weight: Font.Weight? = nil
  ) -> Font { declared() }

  public static func system(
    size: CGFloat, weight: Font.Weight? = nil, design: Font.Design? = nil
  ) -> Font { declared() }

  public static func custom(
    _ name: String, size: CGFloat, relativeTo textStyle: Font.TextStyle
  ) -> Font { declared() }

  public func weight(_ weight: Font.Weight) -> Font { self }
  public func bold() -> Font { self }
  public func monospacedDigit() -> Font { self }
}

extension View {
  nonisolated public func font(_ font: Font?) -> some View { Declared() }

  nonisolated public func fontWeight(_ weight: Font.Weight?) -> some View { Declared() }

  nonisolated public func fontWidth(_ width: Font.Width?) -> some View { Declared() }

  nonisolated public func fontDesign(_ design: Font.Design?) -> some View { Declared() }

  nonisolated public func dynamicTypeSize(_ size: DynamicTypeSize) -> some View { Declared() }
}
