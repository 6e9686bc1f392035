// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// swift-format-ignore-file: DontRepeatTypeInStaticProperties, UseSynthesizedInitializer

public import Foundation
public import Observation

@propertyWrapper
public struct Environment<Value>: DynamicProperty {
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}

  public var wrappedValue: Value { declared() }
}

extension Environment {
  public init(_ objectType: Value.Type) where Value: AnyObject, Value: Observable {}
  public init<T>(_ objectType: T.Type) where Value == T?, T: AnyObject, T: Observable {}
}

extension Environment: Sendable where Value: Sendable {}

public protocol EnvironmentKey {
  associatedtype Value

  static var defaultValue: Self.Value { get }
}

public struct EnvironmentValues {
  public init() {}

  public subscript<K>(key: K.Type) -> K.Value where K: EnvironmentKey {
    get { declared() }
    set {}
  }
}

extension EnvironmentValues {
  public var accessibilityReduceMotion: Bool { declared() }
  public var accessibilityReduceTransparency: Bool { declared() }
  public var colorScheme: ColorScheme {
    get { declared() }
    set {}
  }
  public var dismiss: DismissAction { declared() }
  public var dynamicTypeSize: DynamicTypeSize {
    get { declared() }
    set {}
  }
  public var font: Font? {
    get { declared() }
    set {}
  }
  public var isPresented: Bool { declared() }
  public var isEnabled: Bool {
    get { declared() }
    set {}
  }
  public var layoutDirection: LayoutDirection {
    get { declared() }
    set {}
  }
  public var locale: Locale {
    get { declared() }
    set {}
  }
  public var openURL: OpenURLAction {
    get { declared() }
    set {}
  }
  public var scenePhase: ScenePhase {
    get { declared() }
    set {}
  }
}

public enum ColorScheme: Hashable, CaseIterable, Sendable {
  case light
  case dark
}

public enum ScenePhase: Comparable, Hashable, Sendable {
  case background
  case inactive
  case active
}

public enum LayoutDirection: Hashable, CaseIterable, Sendable {
  case leftToRight
  case rightToLeft
}

public enum DynamicTypeSize: Hashable, Comparable, CaseIterable, Sendable {
  case xSmall
  case small
  case medium
  case large
  case xLarge
  case xxLarge
  case xxxLarge
  case accessibility1
  case accessibility2
  case accessibility3
  case accessibility4
  case accessibility5

  public var isAccessibilitySize: Bool { declared() }
}

@MainActor @preconcurrency
public struct DismissAction {
  public func callAsFunction() {}
}

@MainActor @preconcurrency
public struct OpenURLAction {
  public func callAsFunction(_ url: URL) {}
  public func callAsFunction(_ url: URL, completion: @escaping (Bool) -> Void) {}
}

extension View {
  nonisolated public func environment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V
  ) -> some View { Declared() }

  nonisolated public func environment<T>(_ object: T?) -> some View
  where T: AnyObject, T: Observable { Declared() }
}

@propertyWrapper
public struct ScaledMetric<Value>: DynamicProperty where Value: BinaryFloatingPoint {
  public init(wrappedValue: Value, relativeTo textStyle: Font.TextStyle) {}
  public init(wrappedValue: Value) {}

  public var wrappedValue: Value { declared() }
}

extension ScaledMetric: Sendable where Value: Sendable {}
