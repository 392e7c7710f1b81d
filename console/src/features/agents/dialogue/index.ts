export { DialogueField } from './dialogue-field.tsx';
export { newDialogue } from './edit.ts';
export { NotUnderstood, type NotUnderstoodProps } from './not-understood.tsx';
export { AddQuestion, QuestionList } from './question-fields.tsx';
