#if canImport(SwiftUI)
  public import SwiftUI
  public import TollgateClient
#endif
