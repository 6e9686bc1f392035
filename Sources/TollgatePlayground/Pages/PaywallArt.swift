import Foundation
import Tollgate
import TollgateClient

/// The app's own art on top of a paywall.
struct PaywallArt: Sendable, Equatable {
  /// A picture, embedded in the page.
  struct Picture: Sendable, Equatable {
    /// Its contents, as a `data:` URL.
    var address: String
    /// The width at which it is drawn where there is room.
    var width: String
    var height: String
  }

  var picture: Picture
  /// The picture for a dark appearance.
  var dark: Picture?
  /// What it shows; empty if it is decorative.
  var alternative = ""
}

extension PaywallArt {
  init(_ art: PaywallPage.Art) {
    self.init(
      picture: Picture(art.picture), dark: art.dark.map { Picture($0) },
      alternative: art.label ?? "")
  }
}

extension PaywallArt.Picture {
  fileprivate init(_ file: Paywall.Image.File) {
    let scale = min(310 / Double(file.width), 180 / Double(file.height))
    self.init(
      address: "data:\(file.mediaType);base64,\(Data(file.bytes).base64EncodedString())",
      width: "\(max(1, Int(Double(file.width) * scale)))",
      height: "\(max(1, Int(Double(file.height) * scale)))")
  }
}
