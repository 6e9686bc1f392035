// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// swift-format-ignore-file: DontRepeatTypeInStaticProperties, UseSynthesizedInitializer

@_exported public import Foundation

func declared<Value>() -> Value { fatalError("a declaration, to check types against") }

@MainActor open class UIResponder: NSObject {}

@MainActor open class UIApplication: UIResponder {
  open class var shared: UIApplication { declared() }

  nonisolated public static let protectedDataDidBecomeAvailableNotification =
    NSNotification.Name("UIApplicationProtectedDataDidBecomeAvailable")

  open var connectedScenes: Set<UIScene> { declared() }
}

@MainActor open class UIScene: UIResponder {
  public enum ActivationState: Int, Sendable {
    case unattached = -1
    case foregroundActive
    case foregroundInactive
    case background
  }

  open var activationState: UIScene.ActivationState { declared() }
}

@MainActor open class UIWindowScene: UIScene {}
