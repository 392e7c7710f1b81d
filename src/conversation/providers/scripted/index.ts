export { type Dialogue, DialogueFields, PhraseText } from './dialogue.ts';
export { matchPhrase, saysOneOf } from './match-phrase.ts';
export { type Phrase, parsePhrase } from './phrase.ts';
export { readDialogue } from './read-dialogue.ts';
export { DialogueSchema } from './schema.ts';
export { wayOutOf } from './script.ts';
export { createScripted } from './scripted.ts';
export { findSlot, type SlotType, type SlotValue, wholeSlot } from './slots/index.ts';
export { wordsMax, wordsOf } from './words.ts';
