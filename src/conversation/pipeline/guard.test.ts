import { describe, expect, it } from 'vitest';
import { callWith, greeting, onVirtualClock } from '../../../test/pipeline/call-with.ts';
import { inShort } from '../../../test/pipeline/fake-model.ts';
import { Guard } from '../guard-rails/index.ts';
import { GuardRail } from '../guard-rails/schema.ts';
import type { ToolRunner } from './index.ts';
import { isRefusal } from './turns/refusal.ts';

onVirtualClock();

const guardOf = (rules: object[]) =>
  new Guard(
    rules.map((rule, index) => GuardRail.parse({ name: `rule ${index}`, ...rule })),
    { variables: {}, judge: null, refuses: (answer) => isRefusal(answer, ['en']) },
  );
const promises = guardOf([
  { type: 'words', phrases: ['guarantee * profit'], replacement: 'I cannot promise that.' },
]);

describe('guard rails', () => {
  it('replace a sentence before it is heard, and leave out the rest of the answer', async () => {
    const text = 'Thank you for asking. We guarantee a profit. Nobody ever lost money.';
    const { call, model } = callWith([{ text }], { agent: { guard: promises } });
    await call.mediaStarts();
    await call.speaks('Is it safe?');
    await call.untilQuiet();
    const said = 'Thank you for asking. I cannot promise that.';
    expect(call.wire).toBe('Thank you for asking.I cannot promise that.');
    await call.speaks('Tell me more.');
    await call.untilQuiet();
    expect(inShort(model.asked[1])).toContain(`bot: ${said}`);
    const { turns } = await call.stops();
    expect(turns[0]?.breaches).toEqual([
      {
        rule: 'rule 0',
        type: 'words',
        withheld: 'We guarantee a profit.',
        instead: 'I cannot promise that.',
      },
    ]);
    expect(turns[1]?.breaches).toBeUndefined();
  });

  it('let a tool run only after the caller agreed', async () => {
    const ran: string[] = [];
    const tools: ToolRunner = {
      definitions: [{ name: 'book', description: '', parameters: {} }],
      async run({ name }) {
        ran.push(name);
        return { result: 'booked' };
      },
    };
    const guard = guardOf([{ type: 'tool', tools: ['book'], confirmation: 'Book for {{price}} euros?' }]);
    const book = { calls: [{ name: 'book', arguments: { price: 80 } }] };
    const answers = [{ text: 'Of course.', ...book }, book, { text: 'It is booked.' }];
    const { call, model } = callWith(answers, { tools, agent: { guard } });
    await call.mediaStarts();
    await call.speaks('Book a table.');
    await call.untilQuiet();
    expect(ran).toEqual([]);
    expect(call.wire).toBe('Of course.Book for eighty euros?');
    expect(model.asked).toHaveLength(1);
    await call.speaks('Yes please.');
    await call.untilQuiet();
    expect(ran).toEqual(['book']);
    expect(call.wire).toBe('Of course.Book for eighty euros?It is booked.');
    const { turns } = await call.stops();
    expect(turns[0]?.breaches).toMatchObject([{ type: 'tool', withheld: 'book', instead: null }]);
  });

  const debt = 'This call is about a debt.';

  it('check the words that a model gives to a tool', async () => {
    const said = 'We guarantee a profit.';
    const tools: ToolRunner = {
      definitions: [{ name: 'endCall', description: '', parameters: {} }],
      async run({ arguments: { message } }) {
        const then = { kind: 'end-call', message: String(message) } as const;
        return { result: { ended: true }, then };
      },
    };
    const answers = [{ calls: [{ name: 'endCall', arguments: { message: said } }] }];
    const { call } = callWith(answers, { tools, agent: { guard: promises } });
    await call.mediaStarts();
    await call.speaks('Goodbye.');
    await call.untilQuiet();
    expect(call.wire).toBe('I cannot promise that.');
    expect(call.result?.end).toMatchObject({ reason: 'assistant-ended-call' });
    expect(call.result?.turns[0]?.breaches).toMatchObject([{ withheld: said }]);
  });

  it('find words on both sides of a tool', async () => {
    const tools: ToolRunner = {
      definitions: [{ name: 'look', description: '', parameters: {} }],
      run: async () => ({ result: 'nothing' }),
    };
    const look = { calls: [{ name: 'look', arguments: {} }] };
    const answers = [{ text: 'We can guarantee', ...look }, { text: 'a profit.' }];
    const { call } = callWith(answers, { tools, agent: { guard: promises } });
    await call.mediaStarts();
    await call.speaks('Is it safe?');
    await call.untilQuiet();
    expect(call.wire).toBe('We can guaranteeI cannot promise that.');
    await call.stops();
  });

  it('say all disclosures before the first answer', async () => {
    const guard = guardOf(['One.', 'Two.'].map((text) => ({ type: 'disclosure', text })));
    const { call } = callWith([], { agent: { guard } });
    await call.mediaStarts();
    await call.speaks('What is it?');
    await call.untilQuiet();
    expect(call.wire).toBe('One.Two.Fine.');
    await call.stops();
  });

  it('say a disclosure before the first answer, without another request', async () => {
    const guard = guardOf([{ type: 'disclosure', text: debt }]);
    const { call, model } = callWith([{ text: 'You owe ten euros.' }], {
      agent: { guard, ...greeting('Hello.') },
    });
    await call.mediaStarts();
    await call.untilQuiet();
    await call.speaks('What is it?');
    await call.untilQuiet();
    await call.speaks('I see.');
    await call.untilQuiet();
    expect(call.wire).toBe(`Hello.${debt}You owe ten euros.Fine.`);
    expect(model.asked).toHaveLength(2);
  });

  it('say a disclosure by its time when the caller says nothing', async () => {
    const guard = guardOf([{ type: 'disclosure', text: debt, withinSeconds: 4 }]);
    const { call } = callWith([], { agent: { guard, ...greeting('Hello.') } });
    await call.mediaStarts();
    await call.untilQuiet();
    expect(call.wire).toBe('Hello.');
    await call.advance(6000);
    expect(call.wire).toBe(`Hello.${debt}`);
    const { transcript } = await call.stops();
    const { startMs } = transcript.find(({ text }) => text === debt)!;
    expect(startMs).toBeGreaterThanOrEqual(4000);
    expect(startMs).toBeLessThan(4700);
  });

  it('say a disclosure again that the caller interrupted', async () => {
    const text = 'This call is about a debt, and everything that you say may be used to collect it.';
    const guard = guardOf([{ type: 'disclosure', text }]);
    const { call } = callWith([{ text: 'One.' }, { text: 'Two.' }], { agent: { guard } });
    await call.mediaStarts();
    await call.speaks('What is it?');
    await call.advance(1500);
    await call.speaks('Wait a moment please.');
    await call.untilQuiet();
    await call.stops();
    expect(call.said.slice(-2)).toEqual([`bot: ${text}`, 'bot: Two.']);
  });
});
