import { expect, it } from 'vitest';
import type { ModelMessage } from '../providers/interfaces/index.ts';
import { questionOf } from './question.ts';

const user = (content: string, input: 'speech' | 'dtmf' | 'none' = 'speech'): ModelMessage => ({
  ...{ role: 'user', content },
  input,
});
const bot = (content: string): ModelMessage => ({ role: 'bot', content });
const prompt: ModelMessage = { role: 'system', content: 'Be kind.' };
const queries = (...messages: ModelMessage[]) => questionOf([prompt, ...messages])?.queries;

it('searches for the words of the turn', () => {
  const said = 'What does a double room cost in August?';
  expect(queries(user('Hello.'), bot('Hello. How can I help?'), user(said))).toEqual([said]);
  expect(queries(user('What does a double'), user('room cost in August?'))).toEqual([said]);
});

it('searches for a short turn also with the turn before and the last sentence of the agent', () => {
  const before = [user('Do you have parking?'), bot('Yes, we do. It is in the cellar.')];
  expect(queries(...before, user('And how much is that?'))).toEqual([
    'And how much is that?\nIt is in the cellar.\nDo you have parking?',
    'And how much is that?',
  ]);
  expect(queries(user('Opening hours?'))).toEqual(['Opening hours?']);
});

it('searches for the same after a tool was used, and for nothing without speech', () => {
  const call = { id: 'a', name: 'look_up', arguments: {} };
  const used: ModelMessage[] = [
    { role: 'bot', content: '', toolCalls: [call] },
    { role: 'tool', toolCallId: 'a', name: 'look_up', content: '1' },
  ];
  const said = user('Is there a room with a view of the lake?');
  expect(queries(said, ...used)).toEqual(queries(said));
  expect([queries(), queries(bot('Hi.')), queries(said, bot('Yes.'), user('', 'none'))]).toEqual([
    ...[undefined, undefined],
    undefined,
  ]);
  expect(queries(user('12', 'dtmf'))).toBeUndefined();
});
