import { expect, it } from 'vitest';
import { callWith, greeting, onVirtualClock } from '../../../test/pipeline/call-with.ts';
import type { FakeAnswer } from '../../../test/pipeline/fake-model.ts';
import { inShort } from '../../../test/pipeline/fake-model.ts';
import { flowOf, flowPlay } from '../../../test/pipeline/flow-play.ts';
import type { TestCallOptions } from '../../../test/pipeline/test-call.ts';
import { createScripted, DialogueSchema } from '../providers/scripted/index.ts';
import type { CommandOutcome, ConversationCommand, OnCallerSaid } from './index.ts';

onVirtualClock();

const flow = flowPlay(
  flowOf({
    variables: { type: 'object', properties: { guests: { type: 'integer', maximum: 10 } } },
    stages: {
      order: { instructions: 'Ask.', edges: [{ to: 'confirm', when: 'vars.guests != null' }] },
      confirm: { instructions: 'Repeat {{guests}}.' },
      offer: { instructions: 'Make the offer.' },
    },
  }),
);

/** Starts a call in which the agent has greeted. */
async function greeted(answers: FakeAnswer[] = [], options: TestCallOptions = {}) {
  const started = callWith(answers, { ...options, agent: { ...greeting('Hello.'), ...options.agent } });
  const { call } = started;
  await call.mediaStarts();
  await call.untilQuiet();
  const outcomes: CommandOutcome[] = [];
  const command = (given: ConversationCommand) => {
    void call.conversation.command(given).then((outcome) => outcomes.push(outcome));
  };
  return { ...started, command, outcomes };
}

const say = (text: string, when: 'now' | 'afterTurn' = 'now') =>
  ({ type: 'say', text, speech: null, when }) as const;
const done = { state: 'done', detail: null };

it('says a text at once in place of the answer, which the model knows', async () => {
  const { call, model, command, outcomes } = await greeted([{ text: 'One of my long and boring answers.' }]);
  await call.speaks('What does it cost?');
  await call.advance(900);
  command(say('It costs nothing.'));
  await call.untilQuiet();
  expect(outcomes).toEqual([done]);
  expect(call.wire).toMatch(/^Hello\.One of.*It costs nothing\.$/);
  expect(call.wire).not.toContain('boring answers');
  await call.speaks('Nice.');
  await call.untilQuiet();
  expect(inShort(model.asked.at(-1)).slice(-2)).toEqual(['bot: It costs nothing.', 'user: Nice.']);
  const { transcript } = await call.stops();
  expect(transcript.map(({ text }) => text)).toContain('It costs nothing.');
});

it('waits for a pause with a text, and reports what an interruption left of it', async () => {
  const { call, command, outcomes } = await greeted([{ text: 'It costs ten.' }]);
  await call.speaks('What does it cost?');
  command(say('And one more thing that takes very long to say.', 'afterTurn'));
  await call.advance(2200);
  expect(call.wire).toMatch(/^Hello\.It costs ten\.And/);
  await call.speaks('stop it please now', 800);
  await call.untilQuiet();
  expect(outcomes).toHaveLength(1);
  expect(outcomes[0]).toMatchObject({
    state: 'done',
    detail: expect.stringMatching(/^interrupted; .*And one/),
  });
  await call.stops();
});

it('a whisper reaches the model alone, with its next answer', async () => {
  const { call, model, command, outcomes } = await greeted();
  command({ type: 'whisper', text: 'Offer ten percent.' });
  await call.speaks('Hm?');
  await call.untilQuiet();
  expect(outcomes).toEqual([done]);
  expect(model.asked[0]!.messages.filter(({ role }) => role === 'system').at(-1)!.content).toContain(
    'Offer ten percent.',
  );
  expect(call.wire).toBe('Hello.Fine.');
  await call.stops();
});

it('an agent that was muted does not ask again for what it did not understand meanwhile', async () => {
  const { call, command } = await greeted();
  command({ type: 'mute', isMuted: true });
  await call.speaks('', 900);
  await call.advance(5000);
  command({ type: 'mute', isMuted: false });
  await call.untilQuiet(5000);
  expect(call.wire).toBe('Hello.');
  await call.stops();
});

it('a muted agent hears, but says only what members want; unmuted it knows what was said', async () => {
  const { call, model, command, outcomes } = await greeted([], { agent: { silenceMs: 8000 } });
  command({ type: 'mute', isMuted: true });
  await call.speaks('Are you there?');
  await call.advance(20_000);
  command(say('A colleague is here.'));
  await call.untilQuiet();
  expect(call.conversation.isBetweenTurns).toBe(false);
  expect(call.wire).toBe('Hello.A colleague is here.');
  expect(model.asked).toEqual([]);
  command({ type: 'mute', isMuted: false });
  await call.speaks('Who are you?');
  await call.untilQuiet();
  expect(inShort(model.asked[0]).slice(1)).toEqual([
    'user: Are you there?',
    'bot: A colleague is here.',
    'user: Who are you?',
  ]);
  expect(outcomes).toEqual([done, done, done]);
  await call.stops();
});

it('is silent while a member speaks in its place, hears both, and goes on with the note of the member', async () => {
  const { call, model, command, outcomes } = await greeted([{ text: 'I am back.' }], {
    agent: { silenceMs: 8000, maxDurationMs: 30_000 },
  });
  const left: string[][] = [];
  const onCallerSaid: OnCallerSaid = (history) => void left.push(history.map(({ content }) => content));
  command({ type: 'takeOver', memberName: 'Anna', onCallerSaid });
  await call.speaks('Are you a person?');
  await call.advance(60_000);
  call.conversation.memberSaid({
    memberName: 'Anna',
    text: 'Yes, I am.',
    startMs: call.nowMs - 900,
    endMs: call.nowMs,
  });
  expect(call.wire).toBe('Hello.');
  expect(left.map((history) => history.at(-1))).toEqual(['Are you a person?']);
  command({ type: 'handBack', memberName: 'Anna', note: 'Ask for the address.', isLost: false });
  await call.untilQuiet();
  expect(call.wire).toBe('Hello.I am back.');
  const known = model.asked[0]!.messages.map(({ content }) => content).join('\n');
  expect(known).toMatch(
    /Are you a person\?[\s\S]*Anna said to the caller: Yes, I am\.[\s\S]*Ask for the address\./,
  );
  expect(outcomes).toEqual([done, done]);
  const { transcript } = await call.stops();
  expect(transcript.map(({ role, name, text }) => `${name ?? role}: ${text}`)).toEqual([
    'bot: Hello.',
    'user: Are you a person?',
    'Anna: Yes, I am.',
    'bot: I am back.',
  ]);
});

it.each(['a stage', 'the agent'])(
  'asks the question of a dialogue again when the call comes back, and refuses whispers that nothing reads: %s',
  async (of) => {
    const asking = DialogueSchema.parse({
      start: 'ask',
      nodes: {
        ask: { say: 'How many are you?', listen: { options: [{ phrases: ['two'], goto: 'ask' }] } },
        gone: { stage: 'silent' },
      },
      noInput: { says: ['Hello?'], goto: 'gone' },
    });
    const silent = { says: 'I hear nothing.', finish: 'end-call' as const };
    const play = flowPlay(flowOf({ stages: { ask: { dialogue: asking }, silent } }));
    const alone = createScripted(
      DialogueSchema.parse({ ...asking, nodes: { ...asking.nodes, gone: { end: true } } }),
      {},
    );
    const isStage = of === 'a stage';
    const { call, command, outcomes } = await greeted([], {
      agent: { flow: isStage ? play : null, silencePrompts: { afterMs: 5000, texts: [] } },
      providers: { languageModel: isStage ? [] : [alone] },
    });
    await call.speaks('Hello.');
    await call.untilQuiet();
    // The next silence would end the call.
    await call.advance(6000);
    await call.untilQuiet();
    const { wire } = call;
    expect(wire).toMatch(/Hello\?/);
    command({ type: 'takeOver', memberName: 'Anna' });
    command({ type: 'whisper', text: 'Be brief.' });
    await call.advance(8000);
    command({ type: 'handBack', memberName: 'Anna', note: null, isLost: false });
    await call.advance(3000);
    expect(call.wire.slice(wire.length)).toMatch(/^How many are you\?$/);
    const refused = 'the agent follows its flow without a model that could read an instruction';
    expect(outcomes).toEqual([done, { state: 'refused', detail: refused }, done]);
    await call.stops();
  },
);

it('apologizes to the end when the connection of the member was lost, and answers then', async () => {
  const { call, command } = await greeted([{ text: 'It costs ten.' }]);
  command({ type: 'takeOver', memberName: 'Anna' });
  await call.advance(1000);
  command({ type: 'handBack', memberName: 'Anna', note: null, isLost: true });
  await call.advance(1000);
  expect(call.wire).toMatch(/^Hello\.Sorry/);
  await call.speaks('And what does it cost?', 1000);
  await call.untilQuiet();
  expect(call.wire).toMatch(/^Hello\.Sorry, the connection .* go on helping\?It costs ten\.$/);
  await call.stops();
});

it('apologizes in a pause of a customer who speaks as the member is lost, and answers what was said', async () => {
  const { call, model, command } = await greeted([{ text: 'It costs ten.' }]);
  command({ type: 'takeOver', memberName: 'Anna' });
  await call.advance(1000);
  setTimeout(() => command({ type: 'handBack', memberName: 'Anna', note: null, isLost: true }), 500);
  await call.speaks('What does it cost?', 1000);
  expect(call.wire).toBe('Hello.');
  await call.untilQuiet();
  const apology =
    'Sorry, the connection to my colleague was lost. I am back with you. How can I go on helping?';
  expect(call.wire).toBe(`Hello.${apology}It costs ten.`);
  expect(model.asked).toHaveLength(1);
  const known = model.asked[0]!.messages.map(({ content }) => content).join('\n');
  expect(known).toMatch(
    /What does it cost\?[\s\S]*answer what the caller said last[\s\S]*Sorry, the connection/,
  );
  await call.stops();
});

it('apologizes to the end after 2 s, although the customer speaks on, and answers then', async () => {
  const { call, command, outcomes } = await greeted([{ text: 'It costs ten.' }]);
  command({ type: 'takeOver', memberName: 'Anna' });
  await call.advance(1000);
  setTimeout(() => command({ type: 'handBack', memberName: 'Anna', note: null, isLost: true }), 500);
  await call.speaks('What does it cost for all of us and until when', 4000);
  expect(call.wire).toMatch(/^Hello\.Sorry/);
  await call.untilQuiet();
  expect(call.wire).toMatch(/^Hello\.Sorry, the connection .* go on helping\?It costs ten\.$/);
  expect(outcomes).toEqual([done, done]);
  await call.stops();
});

it('does not apologize when another member takes the call over before', async () => {
  const { call, command, outcomes } = await greeted();
  command({ type: 'takeOver', memberName: 'Anna' });
  setTimeout(() => command({ type: 'handBack', memberName: 'Anna', note: null, isLost: true }), 500);
  setTimeout(() => command({ type: 'takeOver', memberName: 'Ben' }), 1000);
  await call.speaks('What does it cost for all of us and until when', 4000);
  await call.untilQuiet();
  expect(call.wire).toBe('Hello.');
  expect(outcomes).toEqual([done, done, { state: 'refused', detail: 'another member has the call' }]);
  await call.stops();
});

it('falls silent when another member takes the call over during the apology, and apologizes for that one at once', async () => {
  const { call, command, outcomes } = await greeted();
  command({ type: 'takeOver', memberName: 'Anna' });
  command({ type: 'handBack', memberName: 'Anna', note: null, isLost: true });
  await call.advance(1000);
  command({ type: 'takeOver', memberName: 'Ben' });
  await call.advance(1000);
  const { wire } = call;
  expect(wire).toMatch(/^Hello\.Sorry/);
  await call.advance(10_000);
  expect(call.wire).toBe(wire);
  command({ type: 'handBack', memberName: 'Ben', note: null, isLost: true });
  await call.advance(1000);
  expect(call.wire.slice(wire.length)).toMatch(/^Sorry/);
  await call.untilQuiet();
  expect(call.wire).toMatch(/go on helping\?$/);
  const interrupted = 'interrupted; the customer heard "Sorry, the connection to"';
  expect(outcomes).toEqual([done, done, { state: 'done', detail: interrupted }, done]);
  await call.stops();
});

it('does not count the time of a member who takes over during a transfer for the maximum duration', async () => {
  const joined = Promise.withResolvers<void>();
  const carryOut: TestCallOptions['carryOut'] = async () => {
    await joined.promise;
    return { isOver: false, result: { transferred: true, to: 'Anna' } };
  };
  const { call, command } = await greeted([], {
    carryOut,
    agent: { silenceMs: 60_000, maxDurationMs: 30_000 },
  });
  await call.advance(20_000);
  command({ type: 'transfer', destination: 'support', message: null });
  await call.advance(20_000);
  command({ type: 'takeOver', memberName: 'Anna', isAwaited: true });
  joined.resolve();
  await call.advance(600_000);
  expect(call.result).toBeNull();
  command({ type: 'handBack', memberName: 'Anna', note: null, isLost: false });
  await call.advance(5000);
  expect(call.result).toBeNull();
  await call.advance(10_000);
  expect(call.result?.end.reason).toBe('exceeded-max-duration');
});

it('goes on without a transcriber while a member speaks, and with it afterwards', async () => {
  const { call, command } = await greeted([{ text: 'I am back.' }, { text: 'It costs ten.' }]);
  command({ type: 'takeOver', memberName: 'Anna' });
  await call.advance(100);
  call.transcriber.failing = 12;
  call.transcriber.breaks();
  await call.advance(60_000);
  expect(call.result).toBeNull();
  expect(call.setbacks).not.toContain('fake transcriber: none');
  command({ type: 'handBack', memberName: 'Anna', note: null, isLost: false });
  await call.untilQuiet();
  await call.speaks('What does it cost?');
  await call.untilQuiet();
  expect(call.wire).toMatch(/It costs ten\.$/);
  command({ type: 'takeOver', memberName: 'Anna' });
  call.transcriber.failing = 100;
  call.transcriber.breaks();
  await call.advance(60_000);
  expect(call.result).toBeNull();
  command({ type: 'handBack', memberName: 'Anna', note: null, isLost: false });
  await call.advance(10_000);
  expect(call.result?.end.message).toMatch(/transcri|understood/i);
});

it('enters a stage at once, and a condition follows a variable', async () => {
  const answers = [{ text: 'Our offer.' }, { text: 'Four, right?' }];
  const { call, model, command, outcomes } = await greeted(answers, { agent: { flow } });
  command({ type: 'enterStage', stage: 'nowhere' });
  command({ type: 'enterStage', stage: 'offer' });
  await call.untilQuiet();
  expect(call.wire).toBe('Hello.Our offer.');
  expect(model.asked[0]!.messages[1]!.content).toContain('Make the offer.');
  command({ type: 'enterStage', stage: 'order' });
  command({ type: 'setVariable', name: 'guests', value: 40 });
  command({ type: 'setVariable', name: 'guests', value: 4 });
  await call.untilQuiet();
  await call.speaks('And now?');
  await call.untilQuiet();
  expect(model.asked.at(-1)!.messages[1]!.content).toContain('Repeat 4.');
  const states = outcomes.map(({ state, detail }) => (state === 'done' ? 'done' : detail));
  const stages = 'the flow of the agent has no stage nowhere';
  expect(states).toEqual(expect.arrayContaining([stages, 'done', expect.stringMatching(/^guests: /)]));
  const { transcript } = await call.stops();
  const changes = transcript.filter(({ name }) => name === 'flow').map(({ toolCall }) => toolCall!.arguments);
  expect(changes).toContainEqual(expect.objectContaining({ to: 'offer', why: 'member' }));
  expect(changes).toContainEqual(expect.objectContaining({ why: 'member', values: { guests: 4 } }));
});

it('enters the stage again when the caller interrupts before hearing anything of it', async () => {
  const { call, model, command } = await greeted([{ text: 'Never heard.', delayMs: 3000 }], {
    agent: { flow },
  });
  command({ type: 'enterStage', stage: 'offer' });
  await call.advance(300);
  await call.speaks('One more question, please.');
  await call.untilQuiet();
  expect(model.asked.length).toBeGreaterThan(1);
  expect(model.asked.at(-1)!.messages[1]!.content).toContain('Make the offer.');
  await call.stops();
});

it('transfers, speaks at once after a failure, reports it to the member, and presses keys', async () => {
  const carryOut: TestCallOptions['carryOut'] = async () => ({ isOver: false, result: { error: 'busy' } });
  const { call, model, command, outcomes } = await greeted([{ text: 'They are busy.' }], { carryOut });
  command({ type: 'transfer', destination: 'sales', message: 'I put you through.' });
  await call.untilQuiet();
  command({ type: 'pressKeys', keys: '12w#' });
  await call.untilQuiet();
  expect(call.wire).toBe('Hello.I put you through.They are busy.');
  expect(call.line.keys.join('')).toBe('12#');
  expect(outcomes).toEqual([{ state: 'refused', detail: 'the transfer failed: busy' }, done]);
  expect(model.asked).toHaveLength(1);
  expect(model.asked[0]!.messages.some(({ content }) => content.includes('failed: busy'))).toBe(true);
  await call.stops();
});

it('ends the conversation after the last words, and refuses commands then', async () => {
  const { call, command, outcomes } = await greeted();
  command({ type: 'end', message: 'Goodbye.' });
  await call.untilQuiet();
  expect(call.wire).toBe('Hello.Goodbye.');
  expect(call.result?.end.reason).toBe('stopped');
  command(say('Too late.'));
  await call.advance(100);
  expect(outcomes).toEqual([done, { state: 'refused', detail: expect.stringContaining('about to end') }]);
});
