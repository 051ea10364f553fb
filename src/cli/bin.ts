#!/usr/bin/env node
/** The program's entry: nothing but the cache of compiled code comes before the program itself. */
import { join } from "node:path";
import { resolveSkillfulHome } from "../skillful-home.ts";
import { loadProgram } from "./load-program.ts";
import type { main } from "./main.ts";

const { env, argv } = process;
// Over before a cache pays off, and Node's own would make its directory at once.
const asksVersion = argv.length === 3 && /^(?:-v|--version)$/.test(argv[2] ?? "");
const program = loadProgram({
  file: join(__dirname, "program.cjs"),
  cacheDir: join(resolveSkillfulHome(env), "cache", "code"),
  disabled: asksVersion || env.NODE_DISABLE_COMPILE_CACHE === "1",
}) as { readonly main: typeof main };
void program.main(process);
