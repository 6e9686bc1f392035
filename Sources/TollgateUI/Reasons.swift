#if canImport(SwiftUI)
  import SwiftUI
  import TollgateClient

  /// The subject of a page and its reasons to buy, as the offer and the pages before it show them.
  struct Reasons: View {
    /// The icon on top; nil for the standard one.
    let icon: String?
    /// The app's own art in place of the icon; nil if there isn't any.
    let art: PaywallPage.Art?
    /// The title, to which screen readers go when the page appears.
    let title: String
    /// The line below it.
    let text: String?
    /// Reasons to buy, best first.
    let benefits: [PaywallPage.Benefit]
    /// The name of the list of benefits, for screen readers.
    let benefitsLabel: String

    var body: some View {
      VStack(spacing: 12) {
        Hero(icon: icon ?? "sparkles", art: art)
        Title(text: title, style: .largeTitle)
          .multilineTextAlignment(.center)
          .pageHeading()
        if let text {
          Text(verbatim: text)
            .font(.callout)
            .foregroundStyle(.secondary)
            .multilineTextAlignment(.center)
        }
        if !benefits.isEmpty {
          VStack(spacing: 16) {
            ForEach(benefits, id: \.self) { benefit in
              Benefit(icon: benefit.icon, title: benefit.title, detail: benefit.detail)
            }
          }
          .padding(.top, 12)
          .accessibilityElement(children: .contain)
          .accessibilityLabel(benefitsLabel)
        }
      }
    }
  }
#endif
