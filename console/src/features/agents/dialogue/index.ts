export { DialogueField } from './dialogue-field.tsx';
export { newDialogue } from './edit.ts';
