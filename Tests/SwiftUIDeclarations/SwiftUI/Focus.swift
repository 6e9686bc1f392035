// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension View {
  nonisolated public func focusable(_ isFocusable: Bool = true) -> some View { Declared() }

  @available(iOS, unavailable)
  @available(watchOS, unavailable)
  @available(visionOS, unavailable)
  nonisolated public func focusSection() -> some View { Declared() }
}
