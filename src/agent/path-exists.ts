/** Says whether there is something at a path. */
import { stat } from "node:fs/promises";

/** False also where it cannot be seen, for whatever reason: for us it is not there. Never rejects. */
export async function pathExists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
