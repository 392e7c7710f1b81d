export { readDialogue } from './read-dialogue.ts';
export { type Dialogue, DialogueFields, DialogueSchema } from './schema.ts';
export { createScripted, type ScriptedOptions } from './scripted.ts';
