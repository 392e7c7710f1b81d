export { type Dialogue, DialogueFields } from './dialogue.ts';
export { readDialogue } from './read-dialogue.ts';
export { DialogueSchema } from './schema.ts';
export { createScripted, type ScriptedOptions } from './scripted.ts';
