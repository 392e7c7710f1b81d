export { AddQuestion } from './add-question.tsx';
export { DialogueField } from './dialogue-field.tsx';
export { newDialogue } from './edit.ts';
