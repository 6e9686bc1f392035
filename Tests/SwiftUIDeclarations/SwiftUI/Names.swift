// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Names that nothing here uses, so that a name of ours that is ambiguous together with SwiftUI is found.

public enum Visibility: Hashable, CaseIterable, Sendable {
  case automatic
  case visible
  case hidden
}

public struct Transaction {
  public init() {}
}

public struct Namespace: DynamicProperty {
  public init() {}
}

public struct Path: Equatable, Sendable {
  public init() {}
}

public struct Gradient: Equatable, Sendable {
  public struct Stop: Equatable, Sendable {}
}

public protocol Layout {}

public protocol Gesture {}

public protocol Commands {}
