import { describe, expect, it } from 'vitest';
import { callWith, onVirtualClock } from '../../../test/pipeline/call-with.ts';
import { inShort } from '../../../test/pipeline/fake-model.ts';
import type { TestCallOptions } from '../../../test/pipeline/test-call.ts';
import { delay } from '../../platform/kernel/index.ts';
import type { ToolOutcome, ToolRunner, ToolThen } from './index.ts';

onVirtualClock();

describe('tools', () => {
  /** Tools by name, each with its duration and outcome. */
  const toolsOf = (tools: Record<string, { ms?: number; outcome: ToolOutcome | Error }>) => {
    const ran: string[] = [];
    const runner: ToolRunner = {
      definitions: Object.keys(tools).map((name) => ({ name, description: '', parameters: {} })),
      async run(call, { signal }) {
        ran.push(call.name);
        const { ms = 0, outcome } = tools[call.name]!;
        await delay(ms, signal);
        if (outcome instanceof Error) throw outcome;
        return outcome;
      },
    };
    return { runner, ran };
  };

  it('run and return their results to the model, with a filler for a slow one', async () => {
    const { runner } = toolsOf({ look_up: { ms: 2500, outcome: { result: { hours: '9 to 5' } } } });
    const { call, model } = callWith(
      [{ calls: [{ name: 'look_up' }] }, { text: 'We are open until five.' }],
      {
        tools: runner,
      },
    );
    await call.mediaStarts();
    const { endMs } = await call.speaks('When are you open?');
    await call.untilQuiet(3000);
    expect(call.wire).toBe('One moment, please.We are open until five.');
    const firstSoundAt = call.line.sent.findIndex((sample) => sample !== 0) / 8;
    expect(firstSoundAt - endMs).toBeLessThan(2000);
    expect(inShort(model.asked[1])).toEqual([
      'user: When are you open?',
      'bot:  [look_up]',
      'tool: {"hours":"9 to 5"}',
    ]);
    const { transcript } = await call.stops();
    expect(transcript.find(({ role }) => role === 'tool')).toMatchObject({
      name: 'look_up',
      result: { hours: '9 to 5' },
    });
  });

  it('record the values that replaced spoken words, beside the words of the model', async () => {
    const outcome = { result: 'ok', normalized: { email: 'max@web.de' } };
    const { runner } = toolsOf({ look_up: { outcome } });
    const asked = { name: 'look_up', arguments: { email: 'max at web dot de' } };
    const { call, model } = callWith([{ calls: [asked] }, { text: 'Done.' }], { tools: runner });
    await call.mediaStarts();
    await call.speaks('Max at web dot de.');
    await call.untilQuiet();
    const own = model.asked[1]!.messages.flatMap((message) =>
      message.role === 'bot' ? (message.toolCalls ?? []) : [],
    );
    expect(own).toEqual([{ id: 'call-1-0', ...asked }]);
    const { transcript } = await call.stops();
    expect(transcript.find(({ role }) => role === 'tool')).toMatchObject({
      toolCall: { ...asked, normalized: outcome.normalized },
    });
  });

  it('bounds a result for the model and the record, and says so', async () => {
    const { runner } = toolsOf({ look_up: { outcome: { result: { text: 'x'.repeat(200_000) } } } });
    const { call, model } = callWith([{ calls: [{ name: 'look_up' }] }], { tools: runner });
    await call.mediaStarts();
    await call.speaks('When are you open?');
    await call.untilQuiet();
    const text = inShort(model.asked[1]).at(-1)!;
    expect(text.length).toBeLessThan(8100);
    expect(text).toContain('(cut off: the first 8000 of 200011 characters)');
    const { transcript } = await call.stops();
    const { result } = transcript.find(({ role }) => role === 'tool')!;
    expect(JSON.stringify(result).length).toBeLessThan(8200);
    expect(result).toMatchObject({ cut: 'the first 8000 of 200011 characters' });
  });

  it('end a call only after its last words were played, even when the caller speaks', async () => {
    const then = { kind: 'end-call', message: 'Thank you for calling, goodbye.' } as const;
    const { runner } = toolsOf({ end_call: { outcome: { result: 'ok', then } } });
    const { call } = callWith([{ text: 'All is done.', calls: [{ name: 'end_call' }] }], { tools: runner });
    await call.mediaStarts();
    await call.speaks('That is all.');
    await call.advance(1300);
    await call.speaks('bye bye then', 500);
    await call.untilQuiet();
    expect(call.wire).toBe('All is done.Thank you for calling, goodbye.');
    expect(call.result?.end).toMatchObject({ reason: 'assistant-ended-call' });
    expect(call.said).toContain('bot: All is done. Thank you for calling, goodbye.');
  });

  it('play the words before the end of a call to their end, even when the caller speaks', async () => {
    const then = { kind: 'end-call' } as const;
    const { runner } = toolsOf({ end_call: { outcome: { result: 'ok', then } } });
    const text = 'Then I expect you on Tuesday at ten, and wish you a nice day. Goodbye.';
    const { call } = callWith([{ text, calls: [{ name: 'end_call' }] }], { tools: runner });
    await call.mediaStarts();
    await call.speaks('Tuesday.');
    await call.advance(900);
    await call.speaks('wait a moment please', 500);
    await call.untilQuiet();
    expect(call.wire.replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    expect(call.result?.end).toMatchObject({ reason: 'assistant-ended-call' });
    expect(call.said.slice(-2)).toEqual([expect.stringMatching(/^user: wait/), 'tool: end_call']);
  });

  it.each(['end-call', 'transfer'] as const)(
    'give the peer time to play the last words before %s',
    async (kind) => {
      const message = 'Thank you for calling, goodbye.';
      const then: ToolThen =
        kind === 'end-call' ? { kind, message } : { kind, message, destination: '+15550001111' };
      const { runner } = toolsOf({ go: { outcome: { result: 'ok', then } } });
      let followedMs = 0;
      const carryOut: TestCallOptions['carryOut'] = async () => {
        followedMs = call.nowMs;
        return { isOver: true, end: { reason: 'assistant-forwarded-call', message: '' } };
      };
      const { call } = callWith([{ calls: [{ name: 'go' }] }], { tools: runner, carryOut });
      if (kind === 'end-call') void call.conversation.ended.then(() => void (followedMs = call.nowMs));
      await call.mediaStarts();
      await call.speaks('That is all.');
      await call.untilQuiet();
      expect(call.wire).toBe(message);
      const lastMs = call.line.sent.findLastIndex((sample) => sample !== 0) / 8;
      expect(followedMs - lastMs).toBeGreaterThanOrEqual(280);
      expect(followedMs - lastMs).toBeLessThanOrEqual(400);
    },
  );

  it('announce a transfer before it starts, and report its failure to the model', async () => {
    const then = { kind: 'transfer', destination: '+15550001111', message: 'I put you through.' } as const;
    const { runner } = toolsOf({ transfer: { outcome: { result: 'ok', then } } });
    const asked: string[] = [];
    const carryOut: TestCallOptions['carryOut'] = async ({ destination }) => {
      asked.push(`${destination} after ${call.wire}`);
      return { isOver: false, result: { error: 'busy' } };
    };
    const { call, model } = callWith([{ calls: [{ name: 'transfer' }] }, { text: 'Nobody is there.' }], {
      tools: runner,
      carryOut,
    });
    await call.mediaStarts();
    await call.speaks('A person, please.');
    await call.untilQuiet();
    expect(asked).toEqual(['+15550001111 after I put you through.']);
    expect(inShort(model.asked[1]).at(-1)).toBe('tool: {"error":"busy"}');
    expect(call.wire).toBe('I put you through.Nobody is there.');
    await call.stops();
  });

  it('record a transfer that the caller did not wait for', async () => {
    const then = { kind: 'transfer', destination: '+15550001111' } as const;
    const { runner } = toolsOf({
      transfer: { outcome: { result: { destination: 'sales' }, then } },
      look_up: { outcome: { result: 'never' }, ms: 20_000 },
    });
    const left = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const through = callWith([{ calls: [{ name: 'transfer' }] }], {
      tools: runner,
      carryOut: (_then, _said, signal) => left(signal),
    });
    await through.call.mediaStarts();
    await through.call.speaks('A person, please.');
    await through.call.advance(5000);
    const { transcript } = await through.call.stops();
    expect(transcript.at(-1)).toMatchObject({
      role: 'tool',
      name: 'transfer',
      result: { destination: 'sales' },
    });
    const undone = callWith([{ calls: [{ name: 'look_up' }] }], { tools: runner });
    await undone.call.mediaStarts();
    await undone.call.speaks('What do I owe?');
    await undone.call.advance(1000);
    const { transcript: short } = await undone.call.stops();
    const result = { error: 'the call ended before the tool had a result' };
    expect(short.filter(({ role }) => role === 'tool')).toMatchObject([{ name: 'look_up', result }]);
  });

  it('send keys and pause the recording', async () => {
    const outcome = (then: ToolThen) => ({ outcome: { result: 'ok', then } });
    const { runner } = toolsOf({
      press: outcome({ kind: 'send-dtmf', digits: '12#' }),
      pause: outcome({ kind: 'pause-recording', paused: true }),
    });
    const { call } = callWith([{ text: 'I press.', calls: [{ name: 'press' }, { name: 'pause' }] }], {
      tools: runner,
    });
    await call.mediaStarts();
    await call.speaks('Go on.');
    await call.untilQuiet();
    expect([call.line.keys, call.line.pauses, call.wire]).toEqual([['12#'], [true], 'I press.Fine.']);
    await call.stops();
  });

  it('report to the model that there is no recording to pause', async () => {
    const then = { kind: 'pause-recording', paused: true } as const;
    const { runner } = toolsOf({ pause: { outcome: { result: { paused: true }, then } } });
    const { call, model } = callWith([{ calls: [{ name: 'pause' }] }], { tools: runner });
    call.line.isRecorded = false;
    await call.mediaStarts();
    await call.speaks('Do not write this down.');
    await call.untilQuiet();
    const expected = 'tool: {"recorded":false,"message":"this call is not being recorded"}';
    expect(inShort(model.asked[1]).at(-1)).toBe(expected);
    await call.stops();
  });

  it('ask again for an empty answer, then apologize', async () => {
    const { runner } = toolsOf({ look_up: { outcome: new Error('it broke') } });
    const { call, model } = callWith([{ calls: [{ name: 'look_up' }, { name: 'unknown' }] }, {}, {}], {
      tools: runner,
    });
    await call.mediaStarts();
    await call.speaks('When are you open?');
    await call.untilQuiet();
    expect(inShort(model.asked[1]).slice(2)).toEqual([
      'tool: {"error":"it broke"}',
      'tool: {"error":"there is no tool called unknown"}',
    ]);
    expect(model.asked).toHaveLength(3);
    expect(call.wire).toBe('Sorry, I did not get that. Could you say it again?');
    await call.stops();
  });

  it('give up an endless tool, and endless rounds of tools', async () => {
    const { runner, ran } = toolsOf({
      hang: { ms: 1e9, outcome: { result: 1 } },
      again: { outcome: { result: 1 } },
    });
    const { call, model } = callWith(
      [{ calls: [{ name: 'hang' }] }, ...Array(20).fill({ calls: [{ name: 'again' }] })],
      {
        tools: runner,
        agent: { fillers: [] },
      },
    );
    await call.mediaStarts();
    await call.speaks('Try it.');
    await call.untilQuiet(31_000);
    expect(inShort(model.asked[1]).at(-1)).toContain('within 30 seconds');
    expect([model.asked.length, ran.length]).toEqual([8, 8]);
    expect(call.wire).toContain('Sorry');
    await call.stops();
  });

  it("continue during the caller's speech, which is answered with their result", async () => {
    const { runner } = toolsOf({ order: { ms: 3000, outcome: { result: 'ordered' } } });
    const { call, model } = callWith([{ calls: [{ name: 'order' }] }], {
      tools: runner,
      agent: { fillers: [] },
    });
    await call.mediaStarts();
    await call.speaks('Order one.');
    await call.advance(500);
    await call.speaks('Hurry up, please.');
    await call.untilQuiet(3500);
    expect(inShort(model.asked[1])).toEqual([
      'user: Order one.',
      'bot:  [order]',
      'tool: ordered',
      'user: Hurry up, please.',
    ]);
    expect(call.wire).toBe('Fine.');
    await call.stops();
  });
});
