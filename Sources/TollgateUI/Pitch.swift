#if canImport(SwiftUI)
  import SwiftUI
  import TollgateClient

  /// The upper part of a page that sells: its subject and the reasons to buy.
  ///
  /// If the paywall was opened by a locked feature, that feature is the subject: its own icon, title and sentence.
  struct Pitch: View {
    /// The texts to show, in the customer's language.
    let page: PaywallPage

    var body: some View {
      VStack(spacing: 12) {
        Hero(icon: page.icon ?? "sparkles")
        Title(text: page.title, style: .largeTitle)
          .multilineTextAlignment(.center)
          .pageHeading()
        if let subtitle = page.subtitle {
          Text(verbatim: subtitle)
            .font(.callout)
            .foregroundStyle(.secondary)
            .multilineTextAlignment(.center)
        }
        VStack(spacing: 16) {
          ForEach(page.benefits, id: \.self) { benefit in
            Benefit(icon: benefit.icon, title: benefit.title, detail: benefit.detail)
          }
        }
        .padding(.top, 12)
        .accessibilityElement(children: .contain)
        .accessibilityLabel(page.benefitsLabel)
        PageExtras(extras: page.extras)
      }
      .padding(.horizontal, 24)
      .padding(.vertical, 32)
    }
  }
#endif
