// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// swift-format-ignore-file: DontRepeatTypeInStaticProperties, UseSynthesizedInitializer

@_exported public import Foundation

func declared<Value>() -> Value { fatalError("a declaration, to check types against") }

@MainActor open class UIResponder: NSObject {
  // Foundation's key-value coding, which Linux lacks.
  open class func value(forKey key: String) -> Any? { declared() }
}

@available(watchOS, unavailable)
@MainActor open class UIApplication: UIResponder {
  @available(iOSApplicationExtension, unavailable)
  open class var shared: UIApplication { declared() }

  nonisolated public static let protectedDataDidBecomeAvailableNotification =
    NSNotification.Name("UIApplicationProtectedDataDidBecomeAvailable")

  open var connectedScenes: Set<UIScene> { declared() }
}

@available(watchOS, unavailable)
@MainActor open class UIScene: UIResponder {
  public enum ActivationState: Int, Sendable {
    case unattached = -1
    case foregroundActive
    case foregroundInactive
    case background
  }

  open var activationState: UIScene.ActivationState { declared() }
}

@available(watchOS, unavailable)
@MainActor open class UIWindowScene: UIScene {}

public enum UIUserInterfaceIdiom: Int, Sendable {
  case unspecified = -1
  case phone
  case pad
  case tv
  case carPlay
  case mac = 5
  case vision
}

@available(watchOS, unavailable)
@MainActor open class UIDevice: NSObject {
  open class var current: UIDevice { declared() }

  open var userInterfaceIdiom: UIUserInterfaceIdiom { declared() }
}
