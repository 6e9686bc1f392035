// What needs the trait depends on this module, so that a build without it ends here and not at a missing package.

#if !Server
  #error(
    "The server, the simulator and their tests need the package trait Server. Run make, add --traits Server to the command, or depend on this package with traits: [\"Server\"]."
  )
#endif
