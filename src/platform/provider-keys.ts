/** Names the environment variables that hold model provider credentials, which commands of the agent do not inherit. */

/**
 * A command that the model writes, or a test script that it runs, has no need of the key that pays for the model;
 * leaving it out keeps it from being printed into a conversation. Whoever needs one in commands names it in `env`.
 */
export const PROVIDER_KEY_VARIABLES: readonly string[] = [
  "ANTHROPIC_API_KEY",
  "ANTHROPIC_AUTH_TOKEN",
  "OPENAI_API_KEY",
  "GOOGLE_GENERATIVE_AI_API_KEY",
  "GOOGLE_API_KEY",
  "GEMINI_API_KEY",
];
