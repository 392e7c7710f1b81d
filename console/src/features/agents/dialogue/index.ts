export { DialogueField } from './dialogue-field.tsx';
export { newDialogue } from './edit.ts';
export { AddQuestion, QuestionList } from './question-fields.tsx';
