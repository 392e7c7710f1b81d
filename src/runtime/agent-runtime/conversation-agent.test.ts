import { expect, it } from 'vitest';
import { ConversationSettings, SpeechToSpeech } from '../../domains/agents/index.ts';
import { endOfTurnMs } from './conversation-agent.ts';

const model = SpeechToSpeech.parse({ provider: 'openai' });

it.each([
  ['with a transcript, which shows whether a sentence is complete', null, null, 250],
  ['without a transcript', model, null, 500],
  ['as configured in the agent', null, 700, 700],
  ['as configured in the agent, without a transcript', model, 250, 250],
])("ends the caller's turn after a silence: %s", (_, speechToSpeech, own, expected) => {
  const conversation = ConversationSettings.parse({ endOfTurnMs: own });
  expect(endOfTurnMs({ conversation, speechToSpeech })).toBe(expected);
});
