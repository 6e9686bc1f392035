// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// swift-format-ignore-file: DontRepeatTypeInStaticProperties, UseSynthesizedInitializer

/// Stands for the value of every declaration: nothing here is ever run.
func declared<Value>() -> Value { fatalError("a declaration, to check types against") }

/// Stands for what an opaque result really is.
struct Declared: View {
  typealias Body = Never

  nonisolated init() {}
}

@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View

  @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: View {
  public typealias Body = Never
}

extension Never {
  public var body: Never { declared() }
}

extension View where Body == Never {
  @MainActor @preconcurrency public var body: Never { declared() }
}

nonisolated public struct EmptyView: View, Sendable {
  public typealias Body = Never

  public init() {}
}

nonisolated public struct AnyView: View {
  public typealias Body = Never

  public init<V>(_ view: V) where V: View {}
  public init<V>(erasing view: V) where V: View {}
}

nonisolated public struct TupleView<T>: View {
  public typealias Body = Never

  public var value: T

  public init(_ value: T) { self.value = value }
}

// swift-format-ignore: NoLeadingUnderscores
nonisolated public struct _ConditionalContent<TrueContent, FalseContent> {}

extension _ConditionalContent: View where TrueContent: View, FalseContent: View {
  public typealias Body = Never
}

extension Optional: View where Wrapped: View {
  public typealias Body = Never
}

nonisolated public struct ModifiedContent<Content, Modifier> {
  public var content: Content
  public var modifier: Modifier

  public init(content: Content, modifier: Modifier) {
    self.content = content
    self.modifier = modifier
  }
}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
  public typealias Body = Never
}
