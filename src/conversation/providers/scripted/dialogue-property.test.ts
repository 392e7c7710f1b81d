import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ModelMessage, ModelPart } from '../interfaces/index.ts';
import { createScripted, DialogueSchema } from './index.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'f'];
const name = fc.constantFrom(...names);
const words = fc.constantFrom('yes', 'no', 'one two', '* help *', '{count} of them', '[well] maybe');
const option = fc.oneof(
  fc.record({ phrases: fc.array(words, { minLength: 1, maxLength: 3 }), goto: name }),
  fc.record({ keys: fc.constantFrom(['1'], ['12', '3'], ['#']), goto: name }),
  fc.record({ keywords: fc.constantFrom(['help me'], ['no']), repeat: fc.constant(true) }),
);
const fallback = fc.record({ says: fc.constantFrom([], ['Pardon?']), goto: fc.option(name) });
const listen = fc.oneof(
  fc.record({
    options: fc.array(option, { minLength: 1, maxLength: 4 }),
    noMatch: fallback,
    noInput: fallback,
  }),
  fc.record({ slot: fc.constant('count'), goto: name, noInput: fallback }),
);
const say = fc.constantFrom('Hello.', '{{count}} of {{thing}}.', ' ');
const node = fc.oneof(
  { weight: 3, arbitrary: fc.record({ say, listen }) },
  fc.record({ say, goto: name }),
  fc.record({
    branch: fc.tuple(fc.record({ if: fc.constant({ name: 'count', over: 3 }), goto: name })),
    otherwise: name,
  }),
  fc.record({ call: fc.record({ tool: fc.constantFrom('look', 'gone'), onSuccess: name, onFailure: name }) }),
  fc.record({ transfer: fc.record({ destination: fc.constant('{{thing}}'), onFailure: name }) }),
  { weight: 2, arbitrary: fc.record({ say, end: fc.constant(true) }) },
);
/** Mostly invalid dialogues. The valid ones are played. */
const dialogue = fc.tuple(...names.map(() => node)).map((nodes) => ({
  start: 'a',
  slots: { count: { type: 'number' } },
  nodes: Object.fromEntries(nodes.map((one, index) => [names[index], one])),
}));

/** Removes unreachable nodes, for which most random dialogues would be refused. */
function pruned(dialogue: { nodes: Record<string, unknown> }): unknown {
  const unreachable = (DialogueSchema.safeParse(dialogue).error?.issues ?? [])
    .filter(({ message }) => message.startsWith('nothing leads'))
    .map(({ path }) => path[1]);
  const nodes = Object.entries(dialogue.nodes).filter(([name]) => !unreachable.includes(name));
  return { ...dialogue, nodes: Object.fromEntries(nodes) };
}

const happening = fc.oneof(
  fc.record({
    input: fc.constant('speech' as const),
    content: fc.constantFrom('yes', 'four of them', 'help me', '', 'what'),
  }),
  fc.record({ input: fc.constant('dtmf' as const), content: fc.constantFrom('1', '2', '12', '#', '') }),
  fc.record({ input: fc.constant('none' as const), content: fc.constant('') }),
);
const tools = [
  { name: 'look', description: '', parameters: {} },
  { name: 'endCall', description: '', parameters: {} },
];

test('plays every accepted dialogue, with well-formed answers that continue it', {
  timeout: 60_000,
}, async () => {
  let played = 0;
  await fc.assert(
    fc.asyncProperty(dialogue, fc.array(happening, { maxLength: 8 }), async (drawn, happenings) => {
      const { success, data } = DialogueSchema.safeParse(pruned(drawn));
      if (!success) return;
      played++;
      const model = createScripted(data, { thing: 'apples' });
      const messages: ModelMessage[] = [];
      let state: unknown = null;
      for (const next of [null, ...happenings]) {
        if (next) messages.push({ role: 'user', ...next });
        const request = {
          model: null,
          messages,
          tools,
          language: 'en',
          temperature: null,
          outputTokensMax: null,
        };
        for (const phrase of model.expectedPhrases!({ state, language: 'en' })) expect(phrase).not.toBe('');
        const parts = await Array.fromAsync(model.answer({ ...request, responseSchema: null, state }));
        expectWellFormed(parts);
        // The same question has the same answer.
        expect(await Array.fromAsync(model.answer({ ...request, responseSchema: null, state }))).toEqual(
          parts,
        );
        state = JSON.parse(JSON.stringify((parts.at(-1) as { state: unknown }).state));
        for (const part of parts) {
          if (part.type !== 'tool-call') continue;
          const { id, name } = part.call;
          messages.push({ role: 'tool', toolCallId: id, name, content: '{"error":null}' });
        }
      }
    }),
    { numRuns: 2_000 },
  );
  expect(played).toBeGreaterThan(50);
});

function expectWellFormed(parts: ModelPart[]): void {
  const last = parts.at(-1);
  expect(parts.filter(({ type }) => type === 'finish')).toEqual([last]);
  const calls = parts.filter(({ type }) => type === 'tool-call');
  expect(last).toMatchObject({ reason: calls.length === 0 ? 'stop' : 'tool-calls' });
  expect(calls.length).toBeLessThanOrEqual(1);
  for (const part of parts) {
    if (part.type === 'text-delta') expect(part.text.trim()).not.toBe('');
    if (part.type === 'tool-call') expect(tools.map(({ name }) => name)).toContain(part.call.name);
  }
}
