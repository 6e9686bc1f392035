#!/usr/bin/env node
// Runs the simulator as a command: `npx appstore-simulator --config Products.storekit`.
import { spawn } from "node:child_process";
import { program } from "./index.js";

const child = spawn(program(), process.argv.slice(2), { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("error", (error) => {
  console.error(`error: the program cannot be started: ${error.message}`);
  process.exit(1);
});
child.on("exit", (code) => process.exit(code ?? 1));
