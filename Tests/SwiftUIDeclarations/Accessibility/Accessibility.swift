// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// swift-format-ignore-file: DontRepeatTypeInStaticProperties, UseSynthesizedInitializer

@_exported public import Foundation

public enum AccessibilityNotification {
  public struct Announcement {
    public init(_ announcement: String) {}
    public init(_ announcement: AttributedString) {}
    public init(_ announcement: NSAttributedString) {}

    public func post() {}
  }
}
