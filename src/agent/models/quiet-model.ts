/** Keeps the SDK from printing a model's warnings to the console, for this model only and without touching global state. */
import type { LanguageModel } from "ai";

type CurrentModel = Extract<LanguageModel, { readonly specificationVersion: "v3" }>;

/**
 * The same model with the warnings taken out of its streams. They name settings that the model does not know, which
 * `runModelStep` handles itself. Models of other specifications are returned as they are.
 */
export function quietModel(model: LanguageModel): LanguageModel {
  if (typeof model === "string" || model.specificationVersion !== "v3") return model;
  const quiet: CurrentModel = {
    specificationVersion: "v3",
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => model.doGenerate(options),
    async doStream(options) {
      const result = await model.doStream(options);
      return { ...result, stream: result.stream.pipeThrough(withoutWarnings()) };
    },
  };
  return quiet;
}

type StreamPart =
  Awaited<ReturnType<CurrentModel["doStream"]>>["stream"] extends ReadableStream<infer Part> ? Part : never;

function withoutWarnings(): TransformStream<StreamPart, StreamPart> {
  return new TransformStream({
    transform(part, controller) {
      controller.enqueue(part.type === "stream-start" ? { ...part, warnings: [] } : part);
    },
  });
}
