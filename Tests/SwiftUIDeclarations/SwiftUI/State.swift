// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// swift-format-ignore-file: DontRepeatTypeInStaticProperties, UseSynthesizedInitializer

public import Observation

public protocol DynamicProperty {}

@propertyWrapper
public struct State<Value>: DynamicProperty {
  public init(wrappedValue value: Value) {}
  public init(initialValue value: Value) {}

  public var wrappedValue: Value {
    get { declared() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { declared() }
}

extension State where Value: ExpressibleByNilLiteral {
  public init() {}
}

extension State: Sendable where Value: Sendable {}

@propertyWrapper @dynamicMemberLookup
public struct Binding<Value> {
  @preconcurrency
  public init(
    @_inheritActorContext get: @escaping @isolated(any) @Sendable () -> Value,
    @_inheritActorContext set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {}
  public init(projectedValue: Binding<Value>) {}
  public init?(_ base: Binding<Value?>) {}

  public static func constant(_ value: Value) -> Binding<Value> { declared() }

  public var wrappedValue: Value {
    get { declared() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { self }

  public subscript<Subject>(
    dynamicMember keyPath: WritableKeyPath<Value, Subject>
  ) -> Binding<Subject> { declared() }
}

extension Binding: DynamicProperty {}
extension Binding: Sendable where Value: Sendable {}

@propertyWrapper @dynamicMemberLookup
public struct Bindable<Value> {
  private var value: Value

  public var wrappedValue: Value {
    get { value }
    set { value = newValue }
  }
  public var projectedValue: Bindable<Value> { self }
}

extension Bindable where Value: AnyObject {
  public subscript<Subject>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>
  ) -> Binding<Subject> { declared() }
}

extension Bindable where Value: AnyObject, Value: Observable {
  public init(wrappedValue: Value) { value = wrappedValue }
  public init(_ wrappedValue: Value) { value = wrappedValue }
}

extension Bindable: DynamicProperty {}
extension Bindable: Sendable where Value: Sendable {}
