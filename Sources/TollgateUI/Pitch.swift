#if canImport(SwiftUI)
  import SwiftUI
  import TollgateClient

  /// The upper part of a page that sells: its subject and the reasons to buy.
  ///
  /// If the paywall was opened by a locked feature, that feature is the subject: its own icon, title and sentence. The
  /// app's own art stays in place of the icon.
  struct Pitch: View {
    /// The texts to show, in the customer's language.
    let page: PaywallPage
    /// The room for them.
    let layout: PaywallLayout

    var body: some View {
      VStack(spacing: 12) {
        Reasons(page: page, comparison: page.comparison, layout: layout)
        PageExtras(extras: page.extras)
      }
    }
  }
#endif
