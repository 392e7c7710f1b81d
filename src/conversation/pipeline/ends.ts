import type { ConversationEnd } from './conversation.ts';

/** What all of a conversation is called off with at its end: made once, as making one takes its stack. */
export const conversationOver = new Error('the conversation is over');

export const stopped: ConversationEnd = { reason: 'stopped', message: 'The call was ended from outside.' };
export const tooLong: ConversationEnd = {
  reason: 'exceeded-max-duration',
  message: 'The call reached its maximum duration.',
};
export const tooLongConnected: ConversationEnd = {
  reason: 'exceeded-max-duration',
  message: 'The caller was put through, and reached the longest duration of that.',
};
export const silent: ConversationEnd = {
  reason: 'silence-timed-out',
  message: 'Nothing more was said for as long as the agent waits.',
};
export const voiceless: ConversationEnd = {
  reason: 'provider-error',
  message: 'The voice could not speak what the agent wanted to say.',
};
export const speechless: ConversationEnd = {
  reason: 'provider-error',
  message: 'No language model could answer, time after time.',
};
export const modelGone: ConversationEnd = {
  reason: 'provider-error',
  message: 'The model that hears and speaks could not be reached any more.',
};
export const deaf: ConversationEnd = {
  reason: 'provider-error',
  message: 'No transcriber could listen to the caller any more.',
};
export const unheard: ConversationEnd = {
  reason: 'provider-error',
  message: 'The transcriber told nothing of what the caller said, and nothing more was said.',
};
