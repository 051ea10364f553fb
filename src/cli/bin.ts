#!/usr/bin/env node
/** The program's entry: as little as possible before the compile cache is on and the arguments are known. */
import module from "node:module";

// Node 22 keeps compiled code between starts; Node 20 does without.
(module as { enableCompileCache?: () => unknown }).enableCompileCache?.();
const { main } = await import("./main.ts");
await main(process);
