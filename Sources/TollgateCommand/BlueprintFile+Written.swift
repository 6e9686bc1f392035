import Foundation
import TollgateBlueprints
import TollgateWire

extension BlueprintFile {
  /// The file, its parts and its `.storekit` file as they were written, for the record of a revision.
  var written: [SourceFile] {
    let products = storekit.flatMap { path in
      storekitContents.flatMap { String(validUTF8: $0) }.map { SourceFile(path: path, text: $0) }
    }
    return sources.map { SourceFile(path: $0.name, text: $0.text) } + (products.map { [$0] } ?? [])
  }
}
