export { type Dialogue, DialogueFields } from './dialogue.ts';
export { readDialogue } from './read-dialogue.ts';
export { DialogueSchema } from './schema.ts';
export { createScripted } from './scripted.ts';
export { type SlotType, type SlotValue, wholeSlot } from './slots/index.ts';
