import { describe, expect, it } from 'vitest';
import { callWith, greeting, onVirtualClock } from '../../../test/pipeline/call-with.ts';
import { type FakeAnswer, fakeModel, inShort } from '../../../test/pipeline/fake-model.ts';
import { flowOf, flowPlay } from '../../../test/pipeline/flow-play.ts';
import { plainAgent, TestCall } from '../../../test/pipeline/test-call.ts';
import type { FlowPlay } from '../flow/index.ts';
import type { ModelMessage } from '../providers/interfaces/index.ts';
import { DialogueSchema } from '../providers/scripted/index.ts';
import { Models } from './models.ts';
import type { TurnLatency } from './turn-latency.ts';

onVirtualClock();

const booking = flowOf({
  start: 'order',
  variables: {
    type: 'object',
    properties: {
      date: { type: 'string', format: 'date', description: 'The day of the visit' },
      guests: { type: 'integer', minimum: 1, maximum: 10 },
    },
  },
  stages: {
    order: {
      instructions: 'Ask for the date and the number of guests.',
      collects: ['date', 'guests'],
      tools: ['lookUp'],
      edges: [
        { to: 'confirm', when: 'vars.date != null && vars.guests != null' },
        { to: 'later', silence: true },
        { to: 'sorry', failure: true },
        { to: 'menu', keys: '1' },
      ],
    },
    confirm: { instructions: 'Repeat the booking of {{date}} and ask whether it is right.', tools: ['book'] },
    later: { says: 'Take your time.', edges: [{ to: 'order', choice: 'the caller goes on' }] },
    sorry: { says: 'I cannot look that up today.' },
    menu: { instructions: 'Explain the menu.' },
    goodbye: { says: 'Goodbye then.', global: { choice: 'the caller wants to end' }, finish: 'end-call' },
  },
});

const agentTools = ['lookUp', 'book', 'endCall'].map((name) => ({
  name,
  description: name,
  parameters: { type: 'object' },
}));
const then = { kind: 'end-call' } as const;
const tools = {
  definitions: agentTools,
  run: async ({ name }: { name: string }) =>
    name === 'endCall'
      ? { result: { ended: true }, then }
      : { result: name === 'lookUp' ? { error: 'closed' } : { booked: true } },
};
const listed = ['lookUp', 'book'].map((name) => ({ name, isServer: false }));

function start(answers: FakeAnswer[], given: Partial<FlowPlay> = {}, more: object = {}) {
  const flow = flowPlay(booking, { tools: listed, ...given });
  const started = callWith(answers, { agent: { ...greeting('Hello.'), flow, ...more }, tools });
  const changes = () =>
    started.call.conversation
      .progress()
      .transcript.filter(({ name }) => name === 'flow')
      .map(({ toolCall }) => {
        const { from, to, why, values } = toolCall!.arguments as { [name: string]: unknown };
        return [from, to, why, values];
      });
  return { ...started, changes };
}

const instructions = (request?: { messages: readonly { role: string; content: string }[] }) =>
  request?.messages[1]?.content ?? '';

describe('a flow', () => {
  it('goes to the next stage and speaks for it in one answer', async () => {
    const { call, model, changes } = start([
      { text: ['<fl', 'ow date="2026-12-01" gue', 'sts="4">A table for four', ' on the first. Right?'] },
    ]);
    await call.mediaStarts();
    await call.advance(1500);
    await call.speaks('for four people on the first of December');
    await call.untilQuiet();
    expect(call.wire).toBe('Hello.A table for four on the first.Right?');
    expect(model.asked).toHaveLength(1);
    expect(instructions(model.asked[0])).toContain('confirm, by itself as soon as this holds');
    expect(instructions(model.asked[0])).toContain('ask whether it is right');
    expect(model.asked[0]!.tools.map(({ name }) => name)).toEqual(['lookUp', 'book']);
    const values = { date: '2026-12-01', guests: 4 };
    expect(changes()).toEqual([
      [null, 'order', 'start', {}],
      ['order', 'confirm', 'when', values],
    ]);
    const { turns, transcript } = await call.stops();
    expect(turns.map(({ stage }: TurnLatency) => stage)).toEqual([undefined, 'confirm']);
    // The change stands before the words of the new stage.
    expect(transcript.map(({ role, name }) => name ?? role)).toEqual(['bot', 'user', 'flow', 'flow', 'bot']);
  });

  it('asks again at once when a value does not fit, and nothing was said', async () => {
    const { call, model, changes } = start([
      { text: '<flow date="2026-12-01" guests="40">Wonderful, forty guests.' },
      { text: 'We have room for ten. How many will come?' },
    ]);
    await call.mediaStarts();
    await call.advance(1500);
    await call.speaks('forty of us on the first of December');
    await call.untilQuiet();
    expect(call.wire).toBe('Hello.We have room for ten.How many will come?');
    const note = model.asked[1]!.messages.at(-1)!;
    expect(note).toMatchObject({
      role: 'system',
      content: expect.stringMatching(/Known: .*guests\.* Not accepted: guests="40"/s),
    });
    expect(changes().at(-1)).toEqual(['order', 'order', 'values', { date: '2026-12-01' }]);
    // What was wrong is reported once.
    await call.speaks('four');
    await call.untilQuiet();
    expect(model.asked[2]!.messages.at(-1)!.content).toBe(
      'Known: {"date":"2026-12-01"}. Still to find out: guests.',
    );
    await call.stops();
  });

  it('says fixed words without the model’s, and ends the call', async () => {
    const { call, model } = start([{ text: '<flow go="goodbye">It was nice to hear from you.' }]);
    await call.mediaStarts();
    await call.advance(1500);
    await call.speaks('I have to go');
    await call.untilQuiet();
    expect(call.wire).toBe('Hello.Goodbye then.');
    expect(call.result!.end.reason).toBe('assistant-ended-call');
    expect(model.asked).toHaveLength(1);
  });

  it('takes keys, silence and a failed tool without asking where to go', async () => {
    const { call, model, changes } = start(
      [{ text: 'Our menu is Greek.' }],
      {},
      { silencePrompts: { afterMs: 3000, texts: ['Hello?'] } },
    );
    await call.mediaStarts();
    await call.advance(6000);
    expect(call.wire).toBe('Hello.Take your time.');
    expect(model.asked).toHaveLength(0);
    expect(changes()).toEqual([
      [null, 'order', 'start', {}],
      ['order', 'later', 'silence', {}],
    ]);
    await call.stops();
    const other = start([{ text: 'Our menu is Greek.' }]);
    await other.call.mediaStarts();
    await other.call.advance(1500);
    other.call.conversation.dtmf({ digit: '1', atMs: other.call.nowMs });
    await other.call.advance(200);
    expect(other.model.asked).toHaveLength(1);
    expect(instructions(other.model.asked[0])).toContain('Explain the menu.');
    await other.call.untilQuiet();
    expect(other.changes().at(-1)).toEqual(['order', 'menu', 'keys', {}]);
    await other.call.stops();
    const failing = start([{ calls: [{ name: 'lookUp' }] }]);
    await failing.call.mediaStarts();
    await failing.call.advance(1500);
    await failing.call.speaks('are you open');
    await failing.call.untilQuiet();
    expect(failing.call.wire).toBe('Hello.I cannot look that up today.');
    expect(failing.model.asked).toHaveLength(1);
    await failing.call.stops();
  });

  it('refuses the tool of another stage, and takes it as the choice of a stage where only that one has it', async () => {
    const { call, model } = start([{ calls: [{ name: 'book' }] }, { text: 'For which day?' }]);
    await call.mediaStarts();
    await call.advance(1500);
    await call.speaks('book a table');
    await call.untilQuiet();
    expect(call.wire).toBe('Hello.For which day?');
    expect(model.asked[1]!.messages.at(-1)!.content).toContain('the tool book cannot be used');
    await call.stops();
    const chosen = flowOf({
      stages: {
        hello: { tools: [], edges: [{ to: 'table', choice: 'the caller books' }] },
        table: { instructions: 'Book.', tools: ['book'] },
      },
    });
    const other = start([{ calls: [{ name: 'book' }] }, { text: 'It is booked.' }], { flow: chosen });
    await other.call.mediaStarts();
    await other.call.advance(1500);
    await other.call.speaks('book a table');
    await other.call.untilQuiet();
    expect(other.call.wire).toBe('Hello.It is booked.');
    expect(other.changes()).toEqual([
      [null, 'hello', 'start', {}],
      ['hello', 'table', 'tool', {}],
    ]);
    await other.call.stops();
  });

  it('takes a change back that the caller did not hear', async () => {
    const late = { text: '<flow date="2026-12-01" guests="4">A table.', delayMs: 400 };
    const { call, model, changes } = start([
      late,
      { text: '<flow date="2026-12-02" guests="4">The second.' },
    ]);
    await call.mediaStarts();
    await call.advance(1500);
    await call.speaks('for four on the first');
    await call.advance(300);
    await call.speaks('no the second of December');
    await call.untilQuiet();
    expect(call.wire).toBe('Hello.The second.');
    expect(inShort(model.asked.at(-1)).at(-1)).toBe('user: for four on the first no the second of December');
    expect(changes().at(-1)).toEqual(['order', 'confirm', 'when', { date: '2026-12-02', guests: 4 }]);
    expect(changes()).toHaveLength(2);
    await call.stops();
  });

  it('uses an answer that was prepared in the caller’s pause', async () => {
    const answer = { text: '<flow date="2026-12-01" guests="4">A table for four. Right?', delayMs: 200 };
    const { call, model, changes } = start([answer], {}, { droppedAnswersMax: 5, endOfTurnMs: 600 });
    await call.mediaStarts();
    await call.advance(1500);
    const startMs = call.nowMs;
    call.conversation.speechStarted({ atMs: startMs, decidedAtMs: startMs });
    await call.advance(600);
    call.transcriber.emits({
      type: 'final',
      text: 'for four on the first',
      startMs,
      endMs: call.nowMs,
      confidence: 1,
    });
    call.pauses(call.nowMs);
    await call.advance(200);
    expect(model.asked).toHaveLength(1);
    expect(changes()).toEqual([]);
    call.conversation.speechEnded({ atMs: startMs + 600, decidedAtMs: call.nowMs });
    await call.untilQuiet();
    expect(call.wire).toBe('Hello.A table for four.Right?');
    expect(model.asked).toHaveLength(1);
    expect(changes().at(-1)).toEqual(['order', 'confirm', 'when', { date: '2026-12-01', guests: 4 }]);
    await call.stops();
  });

  it('goes on in its stage with another model, and elsewhere after a hand-over', async () => {
    const broken = fakeModel(() => ({ fails: { retryable: false } }));
    const second = fakeModel(() => ({ text: '<flow date="2026-12-01" guests="4">A table. Right?' }));
    const flow = flowPlay(booking, { tools: listed });
    const agent = { ...greeting('Hello.'), flow };
    const providers = { languageModel: [broken.model, second.model] };
    const call = new TestCall({ agent, tools, providers });
    await call.mediaStarts();
    await call.advance(1500);
    await call.speaks('for four on the first');
    await call.untilQuiet();
    expect(call.wire).toBe('Hello.A table.Right?');
    const suspended = JSON.parse(JSON.stringify(call.conversation.suspend()!));
    expect(suspended.modelStates.at(-1)).toMatchObject({ stage: 'confirm', variables: { guests: 4 } });
    await call.advance(1);
    const third = fakeModel(() => ({ text: 'It is booked.' }));
    const later = new TestCall({
      agent,
      tools,
      providers: { languageModel: [third.model, second.model] },
      resumes: suspended,
      atMs: call.nowMs,
    });
    await later.advance(500);
    await later.speaks('yes');
    await later.untilQuiet();
    expect(later.wire).toBe('It is booked.');
    expect(instructions(third.asked[0])).toContain('Repeat the booking of 2026-12-01');
    await later.stops();
  });

  it('says the fixed words of a stage for failures when no model answers', async () => {
    const broken = fakeModel(() => ({ fails: { retryable: false } }));
    const flow = flowPlay(booking, { tools: listed });
    const call = new TestCall({
      agent: { ...greeting('Hello.'), flow },
      tools,
      providers: { languageModel: [broken.model] },
    });
    await call.mediaStarts();
    await call.advance(1500);
    await call.speaks('hello');
    await call.untilQuiet();
    expect(call.wire).toBe('Hello.I cannot look that up today.');
    expect(call.unanswered).toEqual([]);
    await call.stops();
  });

  it('holds an answer back, tag or not, and stays in its stage', async () => {
    const { call, model, changes } = start(
      [
        { text: '<wait>' },
        { text: '<flow date="2026-12-01"><wait>' },
        { text: '<flow guests="4">For when?' },
      ],
      {},
      { mayHoldBack: true },
    );
    await call.mediaStarts();
    await call.advance(1500);
    for (const words of ['I would like', 'a table on', 'the first for four']) {
      await call.speaks(words);
      await call.advance(1000);
    }
    await call.untilQuiet();
    expect(call.wire).toBe('Hello.For when?');
    expect(model.asked).toHaveLength(3);
    expect(changes().at(-1)).toEqual(['order', 'order', 'values', { guests: 4 }]);
    await call.stops();
  });

  it('plays dialogues between stages of the model, and takes their slots', async () => {
    const flow = flowOf({
      variables: { type: 'object', properties: { size: { type: 'integer' } } },
      stages: {
        ask: {
          dialogue: DialogueSchema.parse({
            start: 'size',
            slots: { size: { type: 'number', min: 1, max: 9 } },
            nodes: {
              size: { say: 'How many cups?', listen: { slot: 'size', goto: 'done' } },
              done: { say: 'Noted.', stage: 'chat' },
            },
          }),
        },
        chat: {
          instructions: 'Chat about {{size}} cups.',
          edges: [{ to: 'ask', choice: 'the number changes' }],
        },
      },
    });
    const { call, model, changes } = start(
      [{ text: 'Lovely cups.' }, { text: '<flow go="ask">How many then?' }],
      { flow },
      { firstMessage: null, waitForCaller: false },
    );
    await call.mediaStarts();
    await call.untilQuiet();
    expect([call.wire, model.asked.length]).toEqual(['How many cups?', 0]);
    await call.presses('4');
    await call.untilQuiet();
    expect([call.wire, model.asked.length]).toEqual(['How many cups?Noted.Lovely cups.', 1]);
    expect(instructions(model.asked[0])).toContain('Chat about 4 cups.');
    await call.speaks('I need more');
    await call.untilQuiet();
    // The dialogue asks in its own words.
    expect(call.wire).toBe('How many cups?Noted.Lovely cups.How many cups?');
    expect(changes().map(([from, to, why]) => [from, to, why])).toEqual([
      [null, 'ask', 'start'],
      ['ask', 'chat', 'dialogue'],
      ['chat', 'ask', 'choice'],
    ]);
    await call.stops();
  });

  const helpful = flowOf({
    variables: { type: 'object', properties: { number: { type: 'string' } } },
    stages: {
      ask: {
        dialogue: DialogueSchema.parse({
          start: 'number',
          slots: { number: { type: 'digits', minLength: 4, maxLength: 4 }, name: { type: 'text' } },
          nodes: {
            number: { say: 'Your number?', listen: { slot: 'number', goto: 'name' } },
            name: {
              say: 'Your name?',
              listen: {
                options: [{ phrases: ['goodbye'], goto: 'done' }],
                slot: 'name',
                goto: 'done',
              },
            },
            done: { say: 'Noted.', stage: 'chat' },
          },
        }),
      },
      chat: { instructions: 'Chat.' },
      person: {
        says: 'A colleague comes.',
        global: { phrases: ['[*] (person | human) [please]'], keys: '0' },
      },
      bye: { says: 'Bye.', global: { phrases: ['goodbye'] } },
    },
  });
  const silent = { firstMessage: null, waitForCaller: false };

  it('reaches global stages from a dialogue by words, with the values so far and without the model', async () => {
    const { call, model, changes } = start([], { flow: helpful }, silent);
    await call.mediaStarts();
    await call.untilQuiet();
    // The key for a person is the first of a number.
    for (const key of '0123') await call.presses(key);
    await call.untilQuiet();
    expect(call.wire).toBe('Your number?Your name?');
    await call.speaks('I want a human, please');
    await call.untilQuiet();
    expect([call.wire, model.asked]).toEqual(['Your number?Your name?A colleague comes.', []]);
    expect(changes()).toEqual([
      [null, 'ask', 'start', {}],
      ['ask', 'person', 'phrases', { number: '0123' }],
    ]);
    await call.stops();
  });

  it('prefers the options of a dialogue to global stages, and reaches these from the model by words too', async () => {
    const { call, changes } = start([{ text: 'Hello.' }], { flow: helpful }, silent);
    await call.mediaStarts();
    await call.untilQuiet();
    for (const key of '1234') await call.presses(key);
    await call.untilQuiet();
    await call.speaks('Goodbye');
    await call.untilQuiet();
    expect(call.wire).toBe('Your number?Your name?Noted.Hello.');
    await call.speaks('Give me a person');
    await call.untilQuiet();
    expect(
      changes()
        .slice(1)
        .map(([from, to, why]) => [from, to, why]),
    ).toEqual([
      ['ask', 'chat', 'dialogue'],
      ['chat', 'person', 'phrases'],
    ]);
    await call.stops();
  });

  it('reaches a global stage from a dialogue by its keys', async () => {
    const { call, changes } = start([], { flow: helpful }, silent);
    await call.mediaStarts();
    await call.untilQuiet();
    for (const key of '1234') await call.presses(key);
    await call.untilQuiet();
    await call.presses('0');
    await call.untilQuiet();
    expect([call.wire, changes().at(-1)]).toEqual([
      'Your number?Your name?A colleague comes.',
      ['ask', 'person', 'keys', { number: '1234' }],
    ]);
    await call.stops();
  });

  it('begins with its fixed words when the agent takes a conversation over', async () => {
    const flow = flowOf({ stages: { hello: { says: 'Billing here.' } } });
    const { model, asked } = fakeModel(() => ({ text: 'Hello.' }));
    const agent = { ...plainAgent, flow: flowPlay(flow) };
    const models = new Models({ providers: { languageModel: [model] }, agent, onProblem: () => undefined });
    const before: ModelMessage[] = [
      { role: 'user', content: 'My bill is wrong', input: 'speech' },
      { role: 'bot', content: 'I put you through.' },
      { role: 'system', content: '“Anna” handed the conversation over to “Bill”.' },
    ];
    const texts: string[] = [];
    const { signal } = new AbortController();
    for await (const part of models.answer({ messages: before, tools: [], signal, isSaid: () => false })) {
      if (part.type === 'text-delta') texts.push(part.text.trim());
    }
    expect([texts, asked]).toEqual([['Billing here.'], []]);
  });
});
