// An app that imports SwiftUI may name what these declare.
@_exported public import Foundation
@_exported public import Observation
