/** What the demo model says of itself. */

/** For the start of a session that the demo model answers. */
export const demoNotice =
  "The demo model answers: a built-in script that works offline, not an AI. It follows plain requests, such as " +
  '"read README.md", to show how the agent and its skills work. For a real model set ANTHROPIC_API_KEY, OPENAI_API_KEY ' +
  "or GOOGLE_GENERATIVE_AI_API_KEY, set OPENAI_BASE_URL for a server of your own, or start Ollama.";

export const DEMO_HELP = `I am the demo model: a script inside this program, not an AI. I understand requests like these, also joined by "then":

- read src/app.tsx
- list files, list files in src, list *.md
- search for TODO in src
- write hello to notes.txt
- replace hello with goodbye in notes.txt
- run npm test
- diff
- use skill greet for Alice

On its own: list skills

For a real model set ANTHROPIC_API_KEY, OPENAI_API_KEY or GOOGLE_GENERATIVE_AI_API_KEY, or OPENAI_BASE_URL for a server of your own, or start Ollama, and run the program again; --model provider/model chooses one.`;

export const DEMO_SKILL_INTRO = "The skill's text arrived as a message. A real model would now do what it says:";

export const DEMO_TASK_INTRO =
  "I am the demo model and cannot carry this out; a real model would. The text that I received:";

export const DEMO_NO_SKILLS = "No skills have been announced to me in this conversation.";

export const DEMO_SKILL_AGAIN =
  "A note says that the skill's text is in the conversation already. A real model would now follow it once more.";

export const DEMO_SUMMARY_INTRO = "Summary by the demo model, which only lists the requests so far:";
