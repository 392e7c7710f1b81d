import type { ConversationEnd } from './conversation.ts';

/** The abort reason of everything in a conversation that ends. A constant, because creating an error captures a stack. */
export const conversationOver = new Error('the conversation is over');

export const suspended: ConversationEnd = { reason: 'suspended', message: 'The conversation was suspended.' };
export const handedOver: ConversationEnd = {
  reason: 'handed-over',
  message: 'The agent handed the conversation over to another one.',
};
export const stopped: ConversationEnd = { reason: 'stopped', message: 'The call was ended from outside.' };
export const tooLong: ConversationEnd = {
  reason: 'exceeded-max-duration',
  message: 'The call reached its maximum duration.',
};
export const tooLongConnected: ConversationEnd = {
  reason: 'exceeded-max-duration',
  message: 'The caller was transferred or spoke with a member, and that reached its maximum duration.',
};
export const silent: ConversationEnd = {
  reason: 'silence-timed-out',
  message: 'Neither side spoke for the agent’s maximum silence.',
};
/** The silence of a machine, or of a party that never spoke. */
export const unreached: ConversationEnd = {
  reason: 'no-person-reached',
  message: 'No person had answered when neither side spoke for the agent’s maximum silence.',
};
export const voiceless: ConversationEnd = {
  reason: 'provider-error',
  message: 'No voice could speak the agent’s words.',
};
export const speechless: ConversationEnd = {
  reason: 'provider-error',
  message: 'No language model answered several turns in a row.',
};
export const modelGone: ConversationEnd = {
  reason: 'provider-error',
  message: 'The connection to the speech-to-speech model was lost and could not be restored.',
};
export const deaf: ConversationEnd = {
  reason: 'provider-error',
  message: 'No transcriber could be reached any more.',
};
export const unheard: ConversationEnd = {
  reason: 'provider-error',
  message: 'The transcriber returned nothing for the caller’s speech, and then neither side spoke.',
};
