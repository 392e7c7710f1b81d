import { expect, it } from 'vitest';
import { ConversationSettings, SpeechToSpeech } from '../../domains/agents/index.ts';
import { endOfTurnMs } from './conversation-agent.ts';

const model = SpeechToSpeech.parse({ provider: 'openai' });

it.each([
  ['with words that tell whether a sentence is complete', null, null, 250],
  ['without', model, null, 500],
  ['as the agent says', null, 700, 700],
  ['as the agent says, without words', model, 250, 250],
])("ends the caller's turn after a silence: %s", (_, speechToSpeech, own, expected) => {
  const conversation = ConversationSettings.parse({ endOfTurnMs: own });
  expect(endOfTurnMs({ conversation, speechToSpeech })).toBe(expected);
});
