// What the snippets of `Offline.md` use besides.

let key = "p3Vb"
