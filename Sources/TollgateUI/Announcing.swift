#if canImport(SwiftUI)
  import Accessibility
  import SwiftUI

  extension View {
    /// Has VoiceOver announce a line that appears without user action, and again whenever it changes.
    ///
    /// Without it, somebody who cannot see the screen would not notice that a purchase began or a restore ended: focus
    /// stays on the button that was pressed. See Apple's `AccessibilityNotification.Announcement`.
    ///
    /// - Parameter line: The text to announce, which is also on screen; nil announces nothing.
    /// - Returns: The view, unchanged on screen.
    func announcing(_ line: String?) -> some View {
      onChange(of: line, initial: true) { _, line in
        if let line { AccessibilityNotification.Announcement(line).post() }
      }
    }
  }
#endif
