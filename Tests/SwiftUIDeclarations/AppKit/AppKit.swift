// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, UseSynthesizedInitializer

@_exported public import Foundation
public import SwiftUI

open class NSImage: NSObject {
  public init?(named name: String) {}
  public init?(data: Data) {}
}

// Declared by SwiftUI, which is compiled before this module here.
extension Image {
  public init(nsImage: NSImage) { self.init(systemName: "") }
}
