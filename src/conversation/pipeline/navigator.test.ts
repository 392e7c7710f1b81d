import { expect, it } from 'vitest';
import { music } from '../../../test/audio/machines.ts';
import { callWith, greeting, onVirtualClock } from '../../../test/pipeline/call-with.ts';
import { inShort } from '../../../test/pipeline/fake-model.ts';
import type { TestCall } from '../../../test/pipeline/test-call.ts';
import type { ToolRunner } from './index.ts';

onVirtualClock();

const menus = { startsWith: 'unknown', heard: '', holdMsMax: 60_000, menusMax: 15 } as const;

/** A tool that presses the keys of its argument. */
const tools: ToolRunner = {
  definitions: [{ name: 'pressKeys', description: '', parameters: {} }],
  async run({ arguments: { digits } }) {
    const then = { kind: 'send-dtmf', digits: String(digits) } as const;
    return { result: { sent: digits }, then };
  },
};

const press = (digits: string, text = '') => ({
  text,
  calls: [{ name: 'pressKeys', arguments: { digits } }],
});

/** Plays music to the agent. */
async function plays(call: TestCall, ms: number): Promise<void> {
  const pcm = music(ms);
  for (let at = 0; at < pcm.length; at += 1600) {
    call.conversation.audio({ pcm: pcm.subarray(at, at + 1600), atMs: call.nowMs });
    await call.advance(200);
  }
}

it('presses keys after each menu, is silent on hold, and greets the person', async () => {
  const { call, model } = callWith(
    [press('2', 'I press two.'), { text: '...' }, press('1w#'), { text: 'Yes.' }],
    {
      tools,
      agent: {
        ...greeting('I call for Maya.'),
        menus,
        silenceMs: 8000,
        silencePrompts: { afterMs: 3000, texts: ['Hello?'] },
      },
    },
  );
  await call.mediaStarts();
  await call.advance(1000);
  await call.speaks('For sales press one.', 1500);
  // The pause between two options.
  await call.advance(700);
  await call.speaks('For support press two.', 1500);
  await call.advance(3000);
  expect(call.line.keys).toEqual(['2']);
  await call.speaks('Welcome to our support.', 5000);
  await call.advance(3000);
  await call.speaks('For orders press one and the pound key.', 2500);
  await call.advance(4000);
  expect(call.line.keys).toEqual(['2', '1', '#']);
  await plays(call, 12_000);
  await call.speaks('Please stay on the line.', 1500);
  await plays(call, 12_000);
  expect(call.wire).toBe('');
  await call.advance(600);
  await call.speaks('Hello, this is Anna, how can I help you?', 2500);
  await call.untilQuiet(1500);
  expect(call.wire).toBe('I call for Maya.');
  await call.speaks('What is it about?', 900);
  await call.untilQuiet(1500);
  expect(call.wire).toBe('I call for Maya.Yes.');
  expect(model.asked).toHaveLength(4);
  expect(inShort(model.asked[0])).toEqual(['user: For sales press one. For support press two.']);
  const notes = model.asked[3]!.messages.filter(({ role }) => role === 'system').map(
    ({ content }) => content,
  );
  expect(notes.join()).toMatch(
    /automated telephone menu.*A person speaks now, after 3 menus, the keys 21#, 3\d s of waiting.*Anna/s,
  );
  expect(call.result).toBeNull();
  await call.stops();
});

it('gives up on hold after the agent’s limit, and keeps the line open until then', async () => {
  const { call } = callWith([], {
    agent: {
      menus: { ...menus, startsWith: 'menu', heard: 'Please hold the line.', holdMsMax: 30_000 },
      silenceMs: 5000,
    },
  });
  await call.mediaStarts();
  await call.advance(29_000);
  expect(call.result).toBeNull();
  await call.advance(2000);
  expect(call.result?.end).toEqual({
    reason: 'no-person-reached',
    message: 'No person answered in 30 s of waiting.',
  });
});

it('does not give up while a person says the first words', async () => {
  const { call } = callWith([{ text: 'Yes.' }], {
    agent: {
      ...greeting('I call for Maya.'),
      menus: { ...menus, startsWith: 'menu', heard: 'Please hold the line.', holdMsMax: 30_000 },
    },
  });
  await call.mediaStarts();
  await call.advance(29_500);
  await call.speaks('Hello, this is Anna.', 1800);
  await call.untilQuiet(2000);
  expect(call.wire).toBe('I call for Maya.');
  expect(call.result).toBeNull();
  await call.stops();
});

it('gives up on hold while an announcement does not end', async () => {
  const { call } = callWith([], {
    agent: { menus: { ...menus, startsWith: 'menu', heard: 'Please hold the line.', holdMsMax: 30_000 } },
  });
  await call.mediaStarts();
  await call.advance(29_000);
  call.conversation.speechStarted({ atMs: call.nowMs, decidedAtMs: call.nowMs });
  await call.advance(8_000);
  expect(call.result).toBeNull();
  await call.advance(2_000);
  expect(call.result?.end.reason).toBe('no-person-reached');
});

it('greets after a company’s welcome that nothing follows, and informs the model of a voicemail', async () => {
  const welcomed = callWith([], { agent: { ...greeting('I call for Maya.'), menus } }).call;
  await welcomed.mediaStarts();
  await welcomed.speaks('Welcome to Acme.', 1500);
  await welcomed.advance(3000);
  expect(welcomed.wire).toBe('');
  await welcomed.untilQuiet();
  expect(welcomed.wire).toBe('I call for Maya.');
  const { call, model } = callWith([{ text: '...' }], { agent: { menus } });
  await call.mediaStarts();
  await plays(call, 6000);
  await call.advance(600);
  await call.speaks('This is Tom. Leave a message after the tone.', 3000);
  await call.advance(3000);
  const notes = model.asked[0]!.messages.filter(({ role }) => role === 'system').map(
    ({ content }) => content,
  );
  expect(notes.join()).toContain('A voicemail speaks now');
  await call.stops();
});

it('greets a silent other side, and a person as soon as the person has spoken', async () => {
  const agent = { ...greeting('I call for Maya.'), menus };
  const silent = callWith([], { agent }).call;
  await silent.mediaStarts();
  await silent.advance(3500);
  expect(silent.wire).toBe('');
  await silent.untilQuiet();
  expect(silent.wire).toBe('I call for Maya.');
  const person = callWith([], { agent }).call;
  await person.mediaStarts();
  await person.speaks('Acme, hello?', 800);
  await person.untilQuiet(2000);
  expect(person.wire).toBe('I call for Maya.');
});

it('greets after a noise without words, and ends as unreached when a menu goes silent', async () => {
  const noisy = callWith([], { agent: { ...greeting('I call for Maya.'), menus } }).call;
  await noisy.mediaStarts();
  noisy.conversation.speechStarted({ atMs: noisy.nowMs, decidedAtMs: noisy.nowMs });
  await noisy.advance(300);
  noisy.conversation.speechEnded({ atMs: noisy.nowMs, decidedAtMs: noisy.nowMs });
  await noisy.advance(3500);
  expect(noisy.wire).toBe('');
  await noisy.untilQuiet();
  expect(noisy.wire).toBe('I call for Maya.');
  const { call } = callWith([{ text: '...' }], { agent: { menus, silenceMs: 8000 } });
  await call.mediaStarts();
  await call.speaks('For sales press one.', 1500);
  await call.advance(12_000);
  expect(call.result?.end.reason).toBe('no-person-reached');
});

it('gives up when nothing is heard after keys', async () => {
  const { call } = callWith([press('1')], {
    tools,
    agent: { menus: { ...menus, holdMsMax: 20_000 }, silenceMs: 5000 },
  });
  await call.mediaStarts();
  await call.speaks('For sales press one.', 1500);
  await call.advance(15_000);
  expect(call.result).toBeNull();
  await call.advance(10_000);
  expect(call.result?.end.reason).toBe('no-person-reached');
});

it('says the announcement of the recording to the person, not to the menu', async () => {
  const { call } = callWith([{ text: '...' }], {
    agent: {
      ...greeting('I call for Maya.'),
      menus,
      announcement: { text: 'This call is recorded.', speech: null },
    },
  });
  await call.mediaStarts();
  await call.speaks('For sales press one.', 3000);
  await call.advance(3000);
  expect(call.wire).toBe('');
  expect(call.line.recordsPeer).not.toBe(true);
  await call.speaks('Hello, this is Anna.', 1500);
  await call.untilQuiet(1500);
  expect(call.wire).toBe('This call is recorded.I call for Maya.');
  expect(call.line.recordsPeer).toBe(true);
});
