// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@available(watchOS, unavailable)
nonisolated public struct UIViewRepresentableContext<Representable> {}

@available(watchOS, unavailable)
@MainActor @preconcurrency
public protocol UIViewRepresentable: View where Body == Never {
  // A `UIView`, which is declared in another module here.
  associatedtype UIViewType

  typealias Context = UIViewRepresentableContext<Self>

  @MainActor @preconcurrency func makeUIView(context: Self.Context) -> Self.UIViewType
  @MainActor @preconcurrency func updateUIView(_ uiView: Self.UIViewType, context: Self.Context)
}

@available(watchOS, unavailable)
extension UIViewRepresentable {
  public var body: Never { fatalError("a declaration, to check types against") }
}
