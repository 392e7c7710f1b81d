import fc from 'fast-check';
import { expect, it } from 'vitest';
import { flowOf, flowPlay } from '../../../test/pipeline/flow-play.ts';
import { checkFlow, type Edge, type Flow, type Stage, schemaOf } from '../flow/index.ts';
import type { LanguageModel, ModelMessage } from '../providers/interfaces/index.ts';
import { DialogueSchema } from '../providers/scripted/index.ts';
import { Models } from './models.ts';

const names = ['a', 'b', 'c', 'd'];
const name = fc.constantFrom(...names);
const variables = {
  type: 'object',
  properties: { n: { type: 'integer', minimum: 1, maximum: 9 }, t: { type: 'string', maxLength: 5 } },
};

const way: fc.Arbitrary<Edge> = name.chain((to) =>
  fc.oneof(
    fc.constantFrom('true', 'vars.n != null', 'vars.n > 4', 'vars.t == "x"').map((when) => ({ to, when })),
    fc.constant({ to, choice: 'the caller wants it' }),
    fc.constantFrom('1', '22').map((keys) => ({ to, keys })),
    fc.constant({ to, silence: true as const }),
    fc.constant({ to, failure: true as const }),
  ),
);
const spoken: fc.Arbitrary<Partial<Stage>> = fc.record({
  instructions: fc.constantFrom('', 'Talk about {{n}}.'),
  says: fc.constantFrom(null, 'Fixed {{t}}.'),
  tools: fc.constantFrom(null, [], ['pay']),
  collects: fc.subarray(['n', 't']),
  edges: fc.array(way, { maxLength: 3 }),
  global: fc.constantFrom(null, null, { choice: 'the caller wants to end', keys: '0' }),
  finish: fc.constantFrom(null, null, null, 'end-call' as const),
});
const scripted: fc.Arbitrary<Partial<Stage>> = fc.record({
  dialogue: name.map((stage) =>
    DialogueSchema.parse({
      start: 'ask',
      slots: { n: { type: 'number', min: 1, max: 99 } },
      nodes: { ask: { say: 'How many?', listen: { slot: 'n', goto: 'next' } }, next: { stage } },
    }),
  ),
});
const flows: fc.Arbitrary<Flow> = fc
  .tuple(...names.map(() => fc.oneof({ arbitrary: spoken, weight: 4 }, { arbitrary: scripted, weight: 1 })))
  .map((stages) =>
    flowOf({ variables, stages: Object.fromEntries(names.map((one, at) => [one, stages[at]!])) }),
  )
  .filter((flow) => checkFlow(flow).length === 0);

const words = fc.constantFrom('Hello. ', 'What? ', '<', '<flow', 'flow', '"', '\n', '<wait>');
const tags = fc.oneof(
  name.map((go) => `<flow go="${go}">`),
  fc.constantFrom(
    '<flow n="5">',
    '<flow n=99>',
    '<flow t="x" n="2">',
    '<flow go="b" t="toolong"',
    '<flow z="1">',
  ),
);
const answers = fc.record({
  text: fc.array(fc.oneof(words, tags), { maxLength: 5 }).map((all) => all.join('')),
  tool: fc.constantFrom(null, null, null, 'pay', 'endCall'),
  fails: fc.constantFrom(false, false, false, true),
});
const turns = fc.constantFrom<ModelMessage>(
  { role: 'user', content: 'I want five', input: 'speech' },
  { role: 'user', content: '1', input: 'dtmf' },
  { role: 'user', content: '22', input: 'text' },
  { role: 'user', content: '', input: 'none' },
  { role: 'tool', toolCallId: 'x', name: 'pay', content: '{"error":"closed"}' },
  { role: 'tool', toolCallId: 'flow-1', name: 'endCall', content: '{"ended":true}' },
);

const tool = (one: string) => ({ name: one, description: one, parameters: { type: 'object' } });

it('speaks no tag, stays in the flow, and comes to an end, whatever models and callers do', async () => {
  await fc.assert(
    fc.asyncProperty(
      flows,
      fc.array(answers, { minLength: 1, maxLength: 6 }),
      fc.array(turns, { minLength: 1, maxLength: 5 }),
      async (flow, given, messages) => {
        let asked = 0;
        const model: LanguageModel = {
          name: 'random',
          async *answer() {
            const { text, tool: called, fails } = given[asked++ % given.length]!;
            if (fails) throw new Error('no answer');
            for (let at = 0; at < text.length; at += 3)
              yield { type: 'text-delta', text: text.slice(at, at + 3) };
            if (called)
              yield { type: 'tool-call', call: { id: `call-${asked}`, name: called, arguments: {} } };
            yield { type: 'finish', reason: 'stop', usage: {}, state: null };
          },
          [Symbol.asyncDispose]: async () => undefined,
        };
        const play = flowPlay(flow, { tools: [{ name: 'pay', isServer: false }] });
        const models = new Models({
          providers: { languageModel: [model] },
          agent: {
            language: 'en',
            model: null,
            temperature: null,
            droppedAnswersMax: 0,
            mayHoldBack: false,
            flow: play,
          },
          onProblem: () => undefined,
        });
        const said: ModelMessage[] = [];
        for (const message of messages) {
          said.push(message);
          const before = asked;
          let text = '';
          let hasFailed = false;
          try {
            const question = { messages: said, tools: [tool('pay'), tool('endCall')] };
            const { signal } = new AbortController();
            for await (const part of models.answer({ ...question, signal, isSaid: () => text !== '' })) {
              if (part.type === 'restart') text = '';
              if (part.type === 'text-delta') text += part.text;
            }
          } catch {
            hasFailed = true;
          }
          expect(text).not.toMatch(/<\s{0,2}\/?\s{0,2}flow(?![\w-])/i);
          // Each stage is asked once, and once more after a tag that was not accepted.
          expect(asked - before).toBeLessThanOrEqual(2 * names.length);
          const state = models.states.flow!;
          expect(names).toContain(state.stage);
          for (const [key, value] of Object.entries(state.variables)) {
            expect(await play.validate(schemaOf(flow, key)!, value)).toBeNull();
          }
          if (!hasFailed) said.push({ role: 'bot', content: text });
          // The state survives the way to another process.
          models.restore(JSON.parse(JSON.stringify(models.store())));
          expect(models.states.flow).toEqual(state);
        }
      },
    ),
    { numRuns: 200 },
  );
}, 30_000);
