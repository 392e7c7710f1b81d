import { expect, it } from 'vitest';
import type { TranscriptEntry } from '../calls/index.ts';
import { analysisRequest } from './request.ts';

const when = { time: '2026-01-01T00:00:00.000Z', endTime: '2026-01-01T00:00:01.000Z', duration: 1 };

it('asks for the summary and the data with the words of a member who took the call over', () => {
  const transcript: TranscriptEntry[] = [
    { role: 'user', message: 'Can I have a table?', secondsFromStart: 0, ...when },
    { role: 'agent', name: 'Anna', message: 'Yes, the small one at eight.', secondsFromStart: 2, ...when },
    { role: 'bot', message: 'I am back.', secondsFromStart: 4, ...when },
  ];
  const structuredDataSchema = { type: 'object', properties: { time: { type: 'string' } } };
  const plan = { summary: true, sentiment: false, structuredDataSchema, rubrics: [] };
  const { messages, responseSchema } = analysisRequest({ plan, memory: null }, transcript);
  expect(messages.at(-1)!.content).toContain(
    [
      '[0] Customer: Can I have a table?',
      '[1] Member of the organization Anna: Yes, the small one at eight.',
      '[2] Agent: I am back.',
    ].join('\n'),
  );
  expect(responseSchema!.schema).toMatchObject({ required: ['summary', 'data'] });
});
