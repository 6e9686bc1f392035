#if canImport(SwiftUI)
  import SwiftUI
  import TollgateClient

  /// The top of a paywall with pages: which one it is, and the button that goes back.
  struct StepBar: View {
    /// The position among the pages.
    let progress: PaywallProgress
    /// Goes back to the previous page.
    let goBack: @MainActor () -> Void

    var body: some View {
      Text(verbatim: progress.line)
        .fontWeight(.semibold)
        .monospacedDigit()
        .lettered(.subheadline)
        .foregroundStyle(.secondary)
        .multilineTextAlignment(.center)
        // Room for the button on either side.
        .padding(.horizontal, 64)
        .frame(maxWidth: .infinity)
        .frame(minHeight: 68)
        .overlay(alignment: .leading) {
          if let label = progress.backLabel {
            Button(action: goBack) {
              Symbol(icon: "back")
                .font(.headline)
                .frame(width: 44, height: 44)
                .contentShape(.circle)
            }
            .buttonStyle(.plain)
            .padding(12)
            .accessibilityLabel(label)
          }
        }
    }
  }

  /// Moves the focus of screen readers to the title of a page when the page appears.
  private struct PageHeading: ViewModifier {
    @Environment(\.paywallPosition) private var position
    @AccessibilityFocusState private var isFocused: Bool

    func body(content: Content) -> some View {
      content
        .accessibilityFocused($isFocused)
        .onChange(of: position, initial: true) { if position != nil { isFocused = true } }
    }
  }

  /// The position of the page that a paywall shows; nil outside of a paywall with pages.
  private struct PaywallPositionKey: EnvironmentKey {
    static let defaultValue: Int? = nil
  }

  extension EnvironmentValues {
    /// The position of the page that the paywall around a view shows; nil if it has no pages.
    var paywallPosition: Int? {
      get { self[PaywallPositionKey.self] }
      set { self[PaywallPositionKey.self] = newValue }
    }
  }

  extension View {
    /// Makes a title the one to which screen readers go when its page of a paywall appears.
    func pageHeading() -> some View { modifier(PageHeading()) }
  }
#endif
