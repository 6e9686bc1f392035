// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, UseSynthesizedInitializer

@_exported public import Foundation
public import SwiftUI

open class NSImage: NSObject {
  public init?(named name: String) {}
  public init?(data: Data) {}
}

open class NSFont: NSObject {
  public init?(name: String, size: CGFloat) {}
}

// Declared by SwiftUI, which is compiled before this module here.
extension Image {
  public init(nsImage: NSImage) { self.init(systemName: "") }
}
