/** What the model is told of skills once and for all: the Skill tool's description and the section of the system prompt. */

/** Static, so that it stays in the prompt cache: which skills there are travels in reminders. */
export const SKILL_TOOL_DESCRIPTION = `Invokes a skill: instructions that someone wrote for one kind of task.

The skills that exist are listed in <system-reminder> messages of the conversation, as \`- name: what it does - when to use it\`; later messages add to the list or take away from it.

- When a skill matches what the user asks for, invoking it comes first: call this tool before you say or do anything else about the task.
- Never mention a skill without calling it, and never imitate one from its description.
- \`skill\` is a name from the list, as it stands there. \`args\` is what the user would type behind the name; leave it out when there is nothing to say.
- When the list says that there are more skills than it names and none of those named fits, give \`search\` instead of \`skill\`: a few words to find skills by.
- The user may type a skill as \`/name args\`. A skill whose instructions are already in the conversation is at work: follow them, do not call it again for the same request.
- Built-in commands such as /help and /clear are not skills and cannot be called.
- Some skills run in a conversation of their own: then the result of this tool is their answer. Otherwise their instructions follow as a message.`;

/** The section on skills for the system prompt. */
export const SKILLS_PROMPT = `# Skills
/<skill-name> is how the user calls a skill: instructions for one kind of task. You call the same skills with the Skill tool. Which skills there are is listed in <system-reminder> messages, and the list can grow while you work.
- When a skill matches the task, call it before you say or do anything else about the task.
- Do not mention a skill without calling it. Call only skills that are listed or that the user names.
- Built-in commands such as /help and /clear are not skills.`;

/** Input of the Skill tool as JSON Schema, for hosts that declare the tool themselves. */
export const SKILL_TOOL_INPUT_SCHEMA = {
  type: "object",
  properties: {
    skill: { type: "string", minLength: 1, description: "Name of the skill" },
    args: { type: "string", description: "Arguments for the skill, as a person would type them after its name" },
    search: { type: "string", minLength: 1, description: "Words to search all skills for, instead of calling one" },
  },
  additionalProperties: false,
} as const;
