/** placeholder until the next write */
import type { LanguageModel } from "ai";
export function createDemoModel(): LanguageModel {
  return "demo";
}
