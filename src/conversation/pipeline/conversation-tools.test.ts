import { describe, expect, it } from 'vitest';
import { inShort } from '../../../test/pipeline/fake-model.ts';
import type { TalkOptions } from '../../../test/pipeline/talk.ts';
import { onVirtualClock, talkWith } from '../../../test/pipeline/talk-with.ts';
import { delay } from '../../platform/kernel/index.ts';
import type { ToolOutcome, ToolRunner, ToolThen } from './index.ts';

onVirtualClock();

describe('tools', () => {
  /** Tools by name: how long each takes, and what comes of it. */
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

  it('run, and what they come to is what the model goes on with; a slow one is explained', async () => {
    const { runner } = toolsOf({ look_up: { ms: 2500, outcome: { result: { hours: '9 to 5' } } } });
    const { talk, model } = talkWith(
      [{ calls: [{ name: 'look_up' }] }, { text: 'We are open until five.' }],
      {
        tools: runner,
      },
    );
    await talk.mediaStarts();
    const { endMs } = await talk.speaks('When are you open?');
    await talk.untilQuiet(3000);
    expect(talk.wire).toBe('One moment, please.We are open until five.');
    const firstSoundAt = talk.line.sent.findIndex((sample) => sample !== 0) / 8;
    expect(firstSoundAt - endMs).toBeLessThan(2000);
    expect(inShort(model.asked[1])).toEqual([
      'user: When are you open?',
      'bot:  [look_up]',
      'tool: {"hours":"9 to 5"}',
    ]);
    const { transcript } = await talk.stops();
    expect(transcript.find(({ role }) => role === 'tool')).toMatchObject({
      name: 'look_up',
      result: { hours: '9 to 5' },
    });
  });

  it('a result of any length is bounded, for the model and on record, and both are told of it', async () => {
    const { runner } = toolsOf({ look_up: { outcome: { result: { text: 'x'.repeat(200_000) } } } });
    const { talk, model } = talkWith([{ calls: [{ name: 'look_up' }] }], { tools: runner });
    await talk.mediaStarts();
    await talk.speaks('When are you open?');
    await talk.untilQuiet();
    const told = inShort(model.asked[1]).at(-1)!;
    expect(told.length).toBeLessThan(8100);
    expect(told).toContain('(cut off: the first 8000 of 200011 characters)');
    const { transcript } = await talk.stops();
    const { result } = transcript.find(({ role }) => role === 'tool')!;
    expect(JSON.stringify(result).length).toBeLessThan(8200);
    expect(result).toMatchObject({ cut: 'the first 8000 of 200011 characters' });
  });

  it('a call is ended when its last words were really said, whoever speaks meanwhile', async () => {
    const then = { kind: 'end-call', message: 'Thank you for calling, goodbye.' } as const;
    const { runner } = toolsOf({ end_call: { outcome: { result: 'ok', then } } });
    const { talk } = talkWith([{ text: 'All is done.', calls: [{ name: 'end_call' }] }], { tools: runner });
    await talk.mediaStarts();
    await talk.speaks('That is all.');
    await talk.advance(1300);
    await talk.speaks('bye bye then', 500);
    await talk.untilQuiet();
    expect(talk.wire).toBe('All is done.Thank you for calling, goodbye.');
    expect(talk.result?.end).toMatchObject({ reason: 'assistant-ended-call' });
    expect(talk.said).toContain('bot: All is done. Thank you for calling, goodbye.');
  });

  it('what an agent says before it ends the call is said to its end, too, whoever speaks meanwhile', async () => {
    const then = { kind: 'end-call' } as const;
    const { runner } = toolsOf({ end_call: { outcome: { result: 'ok', then } } });
    const text = 'Then I expect you on Tuesday at ten, and wish you a nice day. Goodbye.';
    const { talk } = talkWith([{ text, calls: [{ name: 'end_call' }] }], { tools: runner });
    await talk.mediaStarts();
    await talk.speaks('Tuesday.');
    await talk.advance(900);
    await talk.speaks('wait a moment please', 500);
    await talk.untilQuiet();
    expect(talk.wire.replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    expect(talk.result?.end).toMatchObject({ reason: 'assistant-ended-call' });
    expect(talk.said.slice(-2)).toEqual([expect.stringMatching(/^user: wait/), 'tool: end_call']);
  });

  it.each(['end-call', 'transfer'] as const)(
    'the other side has time to play the last words before what follows them (%s)',
    async (kind) => {
      const message = 'Thank you for calling, goodbye.';
      const then: ToolThen =
        kind === 'end-call' ? { kind, message } : { kind, message, destination: '+15550001111' };
      const { runner } = toolsOf({ go: { outcome: { result: 'ok', then } } });
      let followedMs = 0;
      const carryOut: TalkOptions['carryOut'] = async () => {
        followedMs = talk.nowMs;
        return { isOver: true, end: { reason: 'assistant-forwarded-call', message: '' } };
      };
      const { talk } = talkWith([{ calls: [{ name: 'go' }] }], { tools: runner, carryOut });
      if (kind === 'end-call') void talk.conversation.ended.then(() => void (followedMs = talk.nowMs));
      await talk.mediaStarts();
      await talk.speaks('That is all.');
      await talk.untilQuiet();
      expect(talk.wire).toBe(message);
      const lastMs = talk.line.sent.findLastIndex((sample) => sample !== 0) / 8;
      expect(followedMs - lastMs).toBeGreaterThanOrEqual(280);
      expect(followedMs - lastMs).toBeLessThanOrEqual(400);
    },
  );

  it('a transfer is announced, then carried out; where it fails the model is told why', async () => {
    const then = { kind: 'transfer', destination: '+15550001111', message: 'I put you through.' } as const;
    const { runner } = toolsOf({ transfer: { outcome: { result: 'ok', then } } });
    const asked: string[] = [];
    const carryOut: TalkOptions['carryOut'] = async ({ destination }) => {
      asked.push(`${destination} after ${talk.wire}`);
      return { isOver: false, result: { error: 'busy' } };
    };
    const { talk, model } = talkWith([{ calls: [{ name: 'transfer' }] }, { text: 'Nobody is there.' }], {
      tools: runner,
      carryOut,
    });
    await talk.mediaStarts();
    await talk.speaks('A person, please.');
    await talk.untilQuiet();
    expect(asked).toEqual(['+15550001111 after I put you through.']);
    expect(inShort(model.asked[1]).at(-1)).toBe('tool: {"error":"busy"}');
    expect(talk.wire).toBe('I put you through.Nobody is there.');
    await talk.stops();
  });

  it('one that the caller did not stay for is in the record: put through, or not done', async () => {
    const then = { kind: 'transfer', destination: '+15550001111' } as const;
    const { runner } = toolsOf({
      transfer: { outcome: { result: { destination: 'sales' }, then } },
      look_up: { outcome: { result: 'never' }, ms: 20_000 },
    });
    const left = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const through = talkWith([{ calls: [{ name: 'transfer' }] }], {
      tools: runner,
      carryOut: (_then, _said, signal) => left(signal),
    });
    await through.talk.mediaStarts();
    await through.talk.speaks('A person, please.');
    await through.talk.advance(5000);
    const { transcript } = await through.talk.stops();
    expect(transcript.at(-1)).toMatchObject({
      role: 'tool',
      name: 'transfer',
      result: { destination: 'sales' },
    });
    const undone = talkWith([{ calls: [{ name: 'look_up' }] }], { tools: runner });
    await undone.talk.mediaStarts();
    await undone.talk.speaks('What do I owe?');
    await undone.talk.advance(1000);
    const { transcript: short } = await undone.talk.stops();
    const result = { error: 'the call ended before the tool had a result' };
    expect(short.filter(({ role }) => role === 'tool')).toMatchObject([{ name: 'look_up', result }]);
  });

  it('keys are sent and the recording is paused as a tool wants it', async () => {
    const outcome = (then: ToolThen) => ({ outcome: { result: 'ok', then } });
    const { runner } = toolsOf({
      press: outcome({ kind: 'send-dtmf', digits: '12#' }),
      pause: outcome({ kind: 'pause-recording', paused: true }),
    });
    const { talk } = talkWith([{ text: 'I press.', calls: [{ name: 'press' }, { name: 'pause' }] }], {
      tools: runner,
    });
    await talk.mediaStarts();
    await talk.speaks('Go on.');
    await talk.untilQuiet();
    expect([talk.line.keys, talk.line.pauses, talk.wire]).toEqual([['12#'], [true], 'I press.Fine.']);
    await talk.stops();
  });

  it('where nothing is recorded, that is what the model is told of pausing it', async () => {
    const then = { kind: 'pause-recording', paused: true } as const;
    const { runner } = toolsOf({ pause: { outcome: { result: { paused: true }, then } } });
    const { talk, model } = talkWith([{ calls: [{ name: 'pause' }] }], { tools: runner });
    talk.line.isRecorded = false;
    await talk.mediaStarts();
    await talk.speaks('Do not write this down.');
    await talk.untilQuiet();
    const told = 'tool: {"recorded":false,"message":"this call is not being recorded"}';
    expect(inShort(model.asked[1]).at(-1)).toBe(told);
    await talk.stops();
  });

  it('nobody is left in silence after one: an empty answer is asked for again, then there is an apology', async () => {
    const { runner } = toolsOf({ look_up: { outcome: new Error('it broke') } });
    const { talk, model } = talkWith([{ calls: [{ name: 'look_up' }, { name: 'unknown' }] }, {}, {}], {
      tools: runner,
    });
    await talk.mediaStarts();
    await talk.speaks('When are you open?');
    await talk.untilQuiet();
    expect(inShort(model.asked[1]).slice(2)).toEqual([
      'tool: {"error":"it broke"}',
      'tool: {"error":"there is no tool called unknown"}',
    ]);
    expect(model.asked).toHaveLength(3);
    expect(talk.wire).toBe('Sorry, I did not get that. Could you say it again?');
    await talk.stops();
  });

  it('one that never ends is given up, and a round of them too', async () => {
    const { runner, ran } = toolsOf({
      hang: { ms: 1e9, outcome: { result: 1 } },
      again: { outcome: { result: 1 } },
    });
    const { talk, model } = talkWith(
      [{ calls: [{ name: 'hang' }] }, ...Array(20).fill({ calls: [{ name: 'again' }] })],
      {
        tools: runner,
        agent: { fillers: [] },
      },
    );
    await talk.mediaStarts();
    await talk.speaks('Try it.');
    await talk.untilQuiet(31_000);
    expect(inShort(model.asked[1]).at(-1)).toContain('within 30 seconds');
    expect([model.asked.length, ran.length]).toEqual([8, 8]);
    expect(talk.wire).toContain('Sorry');
    await talk.stops();
  });

  it('speech during one does not stop it, and is answered with what it came to', async () => {
    const { runner } = toolsOf({ order: { ms: 3000, outcome: { result: 'ordered' } } });
    const { talk, model } = talkWith([{ calls: [{ name: 'order' }] }], {
      tools: runner,
      agent: { fillers: [] },
    });
    await talk.mediaStarts();
    await talk.speaks('Order one.');
    await talk.advance(500);
    await talk.speaks('Hurry up, please.');
    await talk.untilQuiet(3500);
    expect(inShort(model.asked[1])).toEqual([
      'user: Order one.',
      'bot:  [order]',
      'tool: ordered',
      'user: Hurry up, please.',
    ]);
    expect(talk.wire).toBe('Fine.');
    await talk.stops();
  });
});
