// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// swift-format-ignore-file: DontRepeatTypeInStaticProperties, UseSynthesizedInitializer

public import Foundation

nonisolated public struct Link<Label>: View where Label: View {
  public typealias Body = Never

  public init(destination: URL, @ViewBuilder label: () -> Label) {}
}

extension Link where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, destination: URL) {}
  @_disfavoredOverload
  nonisolated public init<S>(_ title: S, destination: URL) where S: StringProtocol {}
}

nonisolated public struct ProgressView<Label, CurrentValueLabel>: View
where Label: View, CurrentValueLabel: View {
  public typealias Body = Never
}

extension ProgressView where CurrentValueLabel == EmptyView {
  nonisolated public init() where Label == EmptyView {}
  nonisolated public init(@ViewBuilder label: () -> Label) {}
  nonisolated public init(_ titleKey: LocalizedStringKey) where Label == Text {}
  @_disfavoredOverload
  nonisolated public init<S>(_ title: S) where Label == Text, S: StringProtocol {}
  nonisolated public init<V>(value: V?, total: V = 1.0)
  where Label == EmptyView, V: BinaryFloatingPoint {}
}

nonisolated public struct Toggle<Label>: View where Label: View {
  public typealias Body = Never

  public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {}
}

extension Toggle where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) {}
  @_disfavoredOverload
  nonisolated public init<S>(_ title: S, isOn: Binding<Bool>) where S: StringProtocol {}
}

nonisolated public struct TextField<Label>: View where Label: View {
  public typealias Body = Never
}

extension TextField where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {}
  @_disfavoredOverload
  nonisolated public init<S>(_ title: S, text: Binding<String>) where S: StringProtocol {}
}

nonisolated public struct SecureField<Label>: View where Label: View {
  public typealias Body = Never
}

extension SecureField where Label == Text {
  nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {}
  @_disfavoredOverload
  nonisolated public init<S>(_ title: S, text: Binding<String>) where S: StringProtocol {}
}
