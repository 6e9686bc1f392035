#if canImport(SwiftUI)
  import SwiftUI

  /// The round button in the corner of a page; on the Mac, the Escape key presses it too.
  struct CloseButton: View {
    /// What screen readers call it.
    let label: String
    /// Closes the page.
    let close: @MainActor () -> Void

    var body: some View {
      Button(action: close) {
        Image(systemName: "xmark")
          .font(.headline)
          .frame(width: 44, height: 44)
          .contentShape(.circle)
      }
      .buttonStyle(.plain)
      #if os(macOS)
        .keyboardShortcut(.cancelAction)
      #endif
      .surface(cornerRadius: 22)
      .padding(12)
      .accessibilityLabel(label)
    }
  }
#endif
