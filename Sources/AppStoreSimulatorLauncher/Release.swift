/// The version of this package, which its programs show.
package let releaseVersion = "0.1.0"
