import { describe, expect, test } from 'vitest';
import { failureOf, nextCallOf } from '../../console/src/features/calls/call-failure.ts';
import { outcomeOf } from '../../console/src/features/calls/call-labels.ts';
import { isMuted, presentAgent } from '../../console/src/features/calls/commands.ts';
import { ListenBuffer } from '../../console/src/features/calls/listen-buffer.ts';
import { afterCallEvent, type CallEvent, mergeStreamed } from '../../console/src/features/calls/live-call.ts';
import { isRecordingPaused, liveVariables } from '../../console/src/features/calls/live-values.ts';
import {
  messageParts,
  phasesOf,
  sipCallIds,
  stepsOf,
  titleOf,
} from '../../console/src/features/calls/timeline.ts';
import { failedReasons, retryOutcome } from '../../src/domains/calls/state.ts';

type Call = Parameters<typeof afterCallEvent>[0];

const said = (message: string) => ({ role: 'bot', message }) as Call['transcript'][number];
const callSaying = (...messages: string[]) =>
  ({
    ...{ callId: 'call_1', endedAt: null, summary: null },
    ...{ transcript: messages.map(said), turns: [] },
  }) as unknown as Call;
const words = ({ transcript }: Call) => transcript.map(({ message }) => message);
const entry = (index: number, message: string): CallEvent => ({ type: 'entry', index, entry: said(message) });

describe('a live call', () => {
  test('has each entry once, however often it is repeated, and drops removed entries', () => {
    const events: CallEvent[] = [entry(0, 'One'), entry(0, 'One'), entry(1, 'Two'), entry(1, 'Two.')];
    const streamed = events.reduce(afterCallEvent, callSaying());
    expect(words(streamed)).toEqual(['One', 'Two.']);
    expect(words(afterCallEvent(streamed, { type: 'removed', from: 1 }))).toEqual(['One']);
  });

  test('keeps streamed entries when an older answer arrives late, and appends later ones', () => {
    const streamed = afterCallEvent(callSaying('One'), entry(1, 'Two'));
    const late = { ...callSaying('One'), summary: 'of the record' } as Call;
    expect(words(mergeStreamed(late, streamed))).toEqual(['One', 'Two']);
    expect(mergeStreamed(late, streamed).summary).toBe('of the record');
    expect(words(mergeStreamed(late, afterCallEvent(streamed, entry(2, 'Three'))))).toEqual([
      'One',
      'Two',
      'Three',
    ]);
  });

  test('is the record when the call has ended, when the stream is lost, and when it is another call', () => {
    const streamed = callSaying('Streamed');
    const record = callSaying('Streamed', 'At the end');
    const ended = { ...record, endedAt: '2026-11-22T09:00:00.000Z' };
    expect(mergeStreamed(ended, streamed)).toBe(ended);
    expect(mergeStreamed(record, null)).toBe(record);
    const other = { ...record, callId: 'call_2' };
    expect(mergeStreamed(other, streamed)).toBe(other);
  });
});

describe('the controls of a live call', () => {
  test('show the agent as muted until a command or a member who leaves the call unmutes it', () => {
    const commandsOf = (...list: object[]) => list as unknown as Parameters<typeof isMuted>[0];
    const at = (second: number) => new Date(second * 1_000).toISOString();
    const given = (type: string, second: number, state = 'done') => ({
      ...{ command: { type }, state, createdAt: at(second), endedAt: at(second) },
    });
    const muted = commandsOf(given('mute', 10), given('unmute', 11, 'refused'));
    const left = (second: number, reason = 'take-over-ended') => ({ at: at(second), reason });
    expect(isMuted(muted, [left(5), left(12, 'taken-over')])).toBe(true);
    expect(isMuted(muted, [left(15)])).toBe(false);
    expect(isMuted(muted, [left(15, 'take-over-lost')])).toBe(false);
    expect(isMuted(commandsOf(...muted, given('mute', 20)), [left(15)])).toBe(true);
    expect(isMuted(commandsOf(...muted, given('unmute', 20)), [])).toBe(false);
  });

  test('belong to the agent that spoke last', () => {
    const own = { agentId: 'agent_a', agentVersion: 3 };
    const by = (role: string, agentId?: string, agentVersion?: number | null) => ({
      role,
      agentId,
      agentVersion,
    });
    const of = (...transcript: object[]) => presentAgent({ ...own, transcript } as never);
    expect(of()).toEqual(own);
    expect(of(by('bot', 'agent_a', 3), by('bot', 'agent_b', 7), by('user'))).toEqual({
      ...{ agentId: 'agent_b', agentVersion: 7 },
    });
    expect(of(by('bot', 'agent_b', null))).toEqual({ agentId: 'agent_b', agentVersion: null });
  });
});

describe('what changes during a call', () => {
  const time = (second: number) => new Date(second * 1_000).toISOString();

  test('are its variables, by its flow and by members, in the order of time', () => {
    const set = (second: number, name: string, value: unknown, state = 'done') => ({
      ...{ command: { type: 'setVariable', name, value }, state, endedAt: time(second) },
    });
    const call = {
      callVariables: { day: 'Monday', name: 'Ada' },
      transcript: [10, 15, 30].map((second) => ({ role: 'system', time: time(second) })),
    } as unknown as Call;
    const steps = new Map([
      [0, { values: { day: 'Tuesday', size: 4 } }],
      [2, { values: { size: 6 } }],
    ]);
    const commands = [set(20, 'size', 5), set(40, 'day', 'Friday', 'refused'), set(5, 'day', 'Sunday')];
    expect(liveVariables(call, steps, commands as never)).toEqual({ name: 'Ada', day: 'Tuesday', size: 6 });
  });

  test('is whether its recording is paused, by a member or by a tool', () => {
    const tool = (second: number, paused: boolean) =>
      ({ role: 'tool', name: 'hush', result: { paused }, time: time(second) }) as never;
    const by = (second: number, reason: string) => ({ at: time(second), reason });
    expect(isRecordingPaused([], [], ['hush'])).toBe(false);
    expect(isRecordingPaused([], [by(1, 'recording-paused')], [])).toBe(true);
    expect(isRecordingPaused([], [by(1, 'recording-paused'), by(2, 'recording-resumed')], [])).toBe(false);
    expect(isRecordingPaused([tool(3, true)], [by(2, 'recording-resumed')], ['hush'])).toBe(true);
    expect(isRecordingPaused([tool(3, true)], [by(4, 'recording-resumed')], ['hush'])).toBe(false);
    expect(isRecordingPaused([tool(3, true)], [], [])).toBe(false);
  });
});

describe('the audio of a live call', () => {
  const message = (level: number) => new Int16Array(320).fill(level);
  /** Plays 20 ms for each message, which is what a steady connection brings. Returns the delay. */
  function played(buffer: ListenBuffer, messages: number, level: number): number {
    for (let n = 0; n < messages; n++) {
      buffer.add(message(level));
      buffer.play(new Float32Array(960), new Float32Array(960));
    }
    return buffer.waitingMs;
  }

  test('is behind by the cushion again in the first silence a second after late messages', () => {
    const buffer = new ListenBuffer(48_000);
    buffer.restart(8000);
    // Messages that were late come together.
    for (let n = 0; n < 9; n++) buffer.add(message(5_000));
    expect(played(buffer, 100, 5_000)).toBeCloseTo(180, 0);
    expect(played(buffer, 20, 0)).toBeLessThanOrEqual(80);
    expect(played(buffer, 200, 0)).toBeGreaterThanOrEqual(39);
  });

  test('stays behind as far as it is within a second after a gap', () => {
    const buffer = new ListenBuffer(48_000);
    buffer.restart(8000);
    for (let n = 0; n < 9; n++) buffer.add(message(0));
    expect(played(buffer, 40, 0)).toBeCloseTo(180, 0);
    expect(played(buffer, 40, 0)).toBeLessThanOrEqual(80);
  });
});

type Decisions = Parameters<typeof stepsOf>[0];
const decided = (decision: string, second: number, reason = '', message = '') => ({
  ...{ decision, reason, message },
  at: new Date(second * 1_000).toISOString(),
});

describe('the page of a call', () => {
  const refused = { status: 'ended', endedReason: 'trunk-rejected', sipCode: 403 } as const;

  test.each([
    [{ ...refused, sipCode: 401 }, [], /password/, 'trunks'],
    [refused, [], /caller id/, 'number'],
    [{ ...refused, endedReason: 'number-invalid', sipCode: 404 }, [], /Correct the number/, 'calls'],
    [{ ...refused, endedReason: 'provider-error' }, ['provider-failed'], /quota/, 'providers'],
    [{ ...refused, endedReason: 'provider-error' }, [], /audio ports/, 'trunks'],
    [{ ...refused, endedReason: 'worker-lost' }, [], /again/, 'processes'],
    [{ ...refused, endedReason: 'no-audio-received', sipCode: null }, [], /firewall/, 'trunks'],
  ] as const)('says what to do after a failure: %j %j', (call, reasons, advice, remedy) => {
    const facts = reasons.map((reason) => decided('noted', 1, reason, 'The voice failed.'));
    const decisions = [...facts, decided('ended', 2, '', 'The audio was lost.')] as Decisions;
    const failure = failureOf(call, decisions);
    expect(failure).toMatchObject({ advice: expect.stringMatching(advice), remedy });
    expect(failure!.cause).toBe(reasons.length > 0 ? 'The voice failed.' : 'The audio was lost.');
  });

  test('names the telephone before the network where the trunk leads to one', () => {
    const advice = (endedReason: 'no-audio-received' | 'trunk-rejected', sipCode: number | null = null) =>
      failureOf({ ...refused, endedReason, sipCode }, [], true)!.advice;
    expect(advice('no-audio-received')).toMatch(/muted.*sound card.*firewall/);
    expect(advice('trunk-rejected')).toMatch(/^(?!.*carrier).*sound card/);
    // The answer says more than a guess about the telephone.
    expect(advice('trunk-rejected', 608)).toMatch(/^(?!.*sound card).*unwanted/);
    expect(advice('trunk-rejected', 488)).toMatch(/^(?!.*sound card).*codec/);
  });

  test('is red for faults of Parley or a vendor, and says whether the customer is called again', () => {
    const tones = (['no-audio-received', 'provider-error', 'trunk-rejected'] as const).map(
      (endedReason) => outcomeOf({ status: 'ended', endedReason }).tone,
    );
    expect(tones).toEqual(['waiting', 'bad', 'bad']);
    const outbound = { type: 'outboundPhoneCall', endedReason: 'trunk-rejected' } as const;
    const again = decided('retried', 3, 'failed', 'Attempt 2 of at most 3 is the call.') as Decisions[number];
    expect(nextCallOf(outbound, [again])).toBe(
      'The customer is called again. Attempt 2 of at most 3 is the call.',
    );
    for (const endedReason of failedReasons) {
      const next = nextCallOf({ ...outbound, endedReason }, [])!;
      expect(next).toMatch(/^The customer is not called again[.:]/);
      expect(next.includes('no retry configuration')).toBe(retryOutcome(endedReason) !== null);
    }
    expect(nextCallOf({ ...outbound, endedReason: 'provider-error' }, [])).toBe(
      'The customer is not called again: calls with this outcome are not repeated.',
    );
    const inbound = { ...outbound, type: 'inboundPhoneCall' } as const;
    expect([nextCallOf(outbound, null), nextCallOf(inbound, [])]).toEqual([null, null]);
  });

  test.each(['customer-busy', 'customer-did-not-answer', 'assistant-ended-call', 'voicemail'] as const)(
    'calls %s no failure',
    (endedReason) => expect(failureOf({ ...refused, endedReason }, [])).toBeNull(),
  );

  test('names notes by their reasons, and shows the Call-ID apart from the sentence', () => {
    const message = 'Dialed through the trunk One (sip.example.com) with the Call-ID 1a.b@host.';
    const decisions = [decided('dialed', 1, 'invite-sent', message), decided('noted', 2, 'failed-over')];
    expect((decisions as Decisions).map(titleOf)).toEqual(['Dialed', 'Failed over']);
    expect(sipCallIds(decisions as Decisions)).toEqual(['1a.b@host']);
    expect(messageParts(message)).toEqual([
      { kind: 'text', text: 'Dialed through the trunk One (sip.example.com).' },
    ]);
  });

  test('divides a call into waiting, ringing and talking, and joins repeated holds', () => {
    const decisions = [
      ...[
        decided('queued', 0),
        decided('held', 1, 'trunk-limit'),
        decided('held', 20, 'trunk-limit', 'Full.'),
      ],
      ...[decided('dialed', 60), decided('answered', 65), decided('ended', 100)],
    ] as Decisions;
    const [createdAt, startedAt, endedAt] = [0, 65, 100].map((second) => decided('', second).at);
    const times = { createdAt: createdAt!, startedAt: startedAt!, endedAt: endedAt! };
    expect(phasesOf(times, decisions, 0).map(({ id, lengthMs }) => [id, lengthMs])).toEqual([
      ...[
        ['waiting', 60_000],
        ['ringing', 5_000],
        ['talking', 35_000],
      ],
    ]);
    expect(stepsOf(decisions).map(({ decision, repeats }) => [decision.decision, repeats])).toEqual([
      ...[
        ['queued', 0],
        ['held', 1],
        ['dialed', 0],
        ['answered', 0],
        ['ended', 0],
      ],
    ]);
    const silent = [decided('queued', 0), decided('dialed', 60)] as Decisions;
    expect(phasesOf({ ...times, startedAt: null }, silent, 0).at(-1)).toEqual({
      id: 'dialing',
      lengthMs: 40_000,
    });
    expect(phasesOf({ ...times, startedAt: null, endedAt: null }, [], 5_000)).toEqual([
      { id: 'waiting', lengthMs: 5_000 },
    ]);
  });

  test('finds ids and times in messages', () => {
    const id = 'call_01m8evddrf3ss1vdre9hz6s7r7';
    expect(messageParts(`It is the call ${id}, due 2026-11-27T15:00:00.000Z.`)).toEqual([
      { kind: 'text', text: 'It is the call ' },
      { kind: 'id', text: id },
      { kind: 'text', text: ', due ' },
      { kind: 'time', text: '2026-11-27T15:00:00.000Z' },
      { kind: 'text', text: '.' },
    ]);
  });
});
