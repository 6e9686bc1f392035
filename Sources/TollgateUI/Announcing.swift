#if canImport(SwiftUI)
  import Accessibility
  import SwiftUI

  extension View {
    /// Has VoiceOver announce a line that appears without user action, and again whenever it changes.
    func announcing(_ line: String?) -> some View {
      onChange(of: line, initial: true) { _, line in
        if let line { AccessibilityNotification.Announcement(line).post() }
      }
    }
  }
#endif
