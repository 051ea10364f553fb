/** Preloaded with `--import`: prints the URL of every module that Node loads, one a line, on standard error. */
import { register } from "node:module";

const hooks = `
  import { writeSync } from "node:fs";
  export async function load(url, context, next) {
    writeSync(2, "loaded " + url + "\\n");
    return next(url, context);
  }
`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
