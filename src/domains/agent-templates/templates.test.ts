import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  destinationsOf,
  needsNumbers,
  type WithTransfers,
  withNumbers,
} from '../../../console/src/features/agents/template-transfers.ts';
import { ScriptedCaller } from '../../../test/pipeline/scripted-caller.ts';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';
import type { LanguageModel } from '../../conversation/providers/interfaces/index.ts';
import { createScripted, type Dialogue } from '../../conversation/providers/scripted/index.ts';
import { type AgentConfiguration, CreateAgent, dialoguesOf } from '../agents/index.ts';
import { opposites, wordings } from './fixtures/wordings.ts';
import { jobs } from './template.ts';
import { templates } from './templates.ts';

/** What a preset adds. */
const preset = {
  model: { provider: 'openai', model: 'gpt-4.1' },
  voice: { provider: 'openai', voice: 'alloy' },
  transcriber: { provider: 'openai', model: 'gpt-4o-transcribe' },
};

/** The variables of a call: the agent's defaults, and the examples of what each call supplies. */
const callVariables = ({ variables }: (typeof templates)[number]) =>
  Object.fromEntries(variables.map(({ name, example }) => [name, example]));

const callOf = (template: (typeof templates)[number], results = {}) => {
  const agent = CreateAgent.parse(template.embedded) as AgentConfiguration;
  return ScriptedCaller.call(agent, callVariables(template), results);
};

describe('templates', () => {
  let world: ApiWorld;
  beforeAll(async () => {
    world = await createApiWorld();
  });
  afterAll(() => world.close());

  it('has one for each job', () => {
    expect(templates.map(({ job }) => job)).toEqual([...jobs]);
  });

  it.each(templates)('creates the agents of $job', async ({ job, name, variables, ...template }) => {
    const { body } = await world.request('GET', '/api/agent-templates');
    const listed = body.templates.find((one: { job: string }) => one.job === job);
    for (const document of [listed.embedded, { ...listed.vendor, ...preset }]) {
      const { status, body: agent, text } = await world.request('POST', '/api/agents', { body: document });
      expect(status, text).toBe(201);
      expect(agent).toMatchObject({ name, version: 1 });
      const needed = variables.filter(({ required }) => required).map((one) => one.name);
      expect(agent.requiredVariables.toSorted()).toEqual(needed.toSorted());
    }
    expect(template.direction === 'inbound' || JSON.stringify(listed.embedded).includes('optOut')).toBe(true);
  });

  it.each(templates)('has the sample conversation of $job', async (template) => {
    const caller = await callOf(template, { transferCall: { transferred: true } });
    const played: unknown[] = [];
    let next = caller.listen();
    for (const turn of template.conversation) {
      if ('agent' in turn) played.push({ agent: await next });
      else played.push(turn);
      if ('customer' in turn) next = caller.say(turn.customer);
      if ('presses' in turn) next = caller.press(turn.presses);
    }
    expect(played).toEqual(template.conversation);
    expect(caller.found).toEqual(template.result);
    expect(caller.calls.at(-1)?.name).toBe(
      template.endedReason === 'assistant-ended-call' ? 'endCall' : 'transferCall',
    );
  });

  /** Is silent until the call is over. Returns all that was said. */
  async function untilOver(caller: ScriptedCaller): Promise<string> {
    let said = '';
    for (let times = 0; caller.calls.at(-1)?.name !== 'endCall'; times++) {
      expect(times, said).toBeLessThan(10);
      said += ` ${await caller.waits()}`;
    }
    return said;
  }

  const noAnswer = { transferCall: { error: 'no answer' } };
  it.each(templates)('leaves no caller without an answer in $job', async (template) => {
    for (const answer of ['say', 'waits'] as const) {
      const caller = await callOf(template, noAnswer);
      const question = (await caller.listen()).split(/(?<=[.?]) /).at(-1)!;
      const reactions: string[] = [];
      for (let times = 0; times < 2; times++)
        reactions.push(await caller[answer]('purple monkey dishwasher'));
      // The agent reacts in other words, and repeats its question.
      expect(new Set(reactions).size).toBe(2);
      for (const reaction of reactions) expect(reaction.endsWith(question), reaction).toBe(true);
      const third = await caller[answer]('purple monkey dishwasher');
      expect(third + (await untilOver(caller))).toMatch(/(Good|good)bye\.$/);
    }
  });

  it.each(templates)('repeats itself and lets callers ask for a person in $job', async (template) => {
    const caller = await callOf(template, noAnswer);
    const asked = await caller.listen();
    const again = await caller.say('Please say that again.');
    expect([again.length > 20, asked.endsWith(again)]).toEqual([true, true]);
    // Where digits are asked for, 0 is one of them.
    const asksForDigits = ['order-status', 'identity-check'].includes(template.job);
    const last = asksForDigits
      ? await caller.say('Can I speak to a person, please?')
      : await caller.press('0');
    expect(last).toContain('put you through');
    expect(last + (await untilOver(caller))).toMatch(/(Good|good)bye\.$/);
    // Only callers who were identified are put through.
    const isTried = template.job !== 'identity-check';
    expect(caller.calls.some(({ name }) => name === 'transferCall')).toBe(isTried);
  });

  it.each(templates.filter((one) => !needsNumbers(one)))(
    'transfers nowhere in $job without a number, and to the number that is given',
    async (template) => {
      for (const [kind, document] of Object.entries({
        embedded: template.embedded,
        vendor: template.vendor,
      })) {
        const made = { ...withNumbers(document as WithTransfers, {}), ...(kind === 'vendor' && preset) };
        const { status, body, text } = await world.request('POST', '/api/agents', { body: made });
        expect([kind, status, text]).toEqual([kind, 201, text]);
        expect(body.transferDestinations).toEqual([]);
      }
      const numbers = Object.fromEntries(
        destinationsOf(template.embedded).map(({ name }) => [name, '+442079460958']),
      );
      const given = CreateAgent.parse(withNumbers(template.embedded as WithTransfers, numbers));
      expect(given.flow).toEqual(CreateAgent.parse(template.embedded).flow);
      expect(given.transferDestinations.map((one) => 'destination' in one && one.destination)).toEqual(
        Object.values(numbers),
      );
      const agent = CreateAgent.parse(
        withNumbers(template.embedded as WithTransfers, {}),
      ) as AgentConfiguration;
      const caller = await ScriptedCaller.call(agent, callVariables(template), noAnswer);
      await caller.listen();
      const said = await caller.say('Can I speak to a person, please?');
      expect(said).not.toContain("I'll put you through");
      expect(said + (await untilOver(caller))).toMatch(/(Good|good)bye\.$/);
      expect(caller.calls.map(({ name }) => name)).not.toContain('transferCall');
    },
  );

  /** Returns what a wording does where a dialogue asks. */
  async function heard(model: LanguageModel, node: string, content: string) {
    const state = {
      ...{ node, slots: {}, noMatch: 0, noInput: 0, keys: '' },
      ...{ pendingCall: null, calls: 0, isOver: false },
    };
    const request = { messages: [{ role: 'user', content, input: 'speech' }], tools: [], state };
    const parts = await Array.fromAsync(
      model.answer({ ...request, language: 'en-US' } as unknown as Parameters<typeof model.answer>[0]),
    );
    const says = parts.map((part) => (part.type === 'text-delta' ? part.text : '')).join('');
    const place = (parts.at(-1) as unknown as { state: typeof state }).state;
    return { says, node: place.node, slots: new Map(Object.entries(place.slots)), isLost: place.noMatch > 0 };
  }

  /** Returns the dialogue of a stage as a model with the ways out of the flow. */
  function dialogueAt(template: (typeof templates)[number], stage: string) {
    const stages = Object.entries((CreateAgent.parse(template.embedded) as AgentConfiguration).flow!.stages);
    const waysOut = stages.flatMap(([name, { global }]) =>
      global ? [{ stage: name, phrases: global.phrases ?? [], keys: global.keys ? [global.keys] : [] }] : [],
    );
    const dialogue = stages.find(([name]) => name === stage)![1].dialogue as Dialogue;
    return { dialogue, model: createScripted(dialogue, callVariables(template), { waysOut }) };
  }

  it.each(opposites)('in %s at %s does not take for %s: %s', async (job, at, wrong, said) => {
    const [stage, node] = at.split('.') as [string, string];
    const { model } = dialogueAt(templates.find((one) => one.job === job)!, stage);
    expect((await heard(model, node, said)).node).not.toBe(wrong);
  });

  it('lets a recognizer expect plain answers, and no short words that it hears in noises', () => {
    const { model } = dialogueAt(templates.find(({ job }) => job === 'appointment-reminder')!, 'reminder');
    const state = { node: 'hello', slots: {}, noMatch: 0, noInput: 0, keys: '' };
    const phrases = model.expectedPhrases!({
      state: { ...state, pendingCall: null, calls: 0, isOver: false },
      language: 'en-US',
    });
    expect(phrases).toEqual(
      expect.arrayContaining(['yes please', 'no thank you', "i'm afraid i can't come", 'wrong number']),
    );
    const short = ['right', 'fine', 'great', 'hello', 'sorry', 'what', 'wrong'];
    expect(phrases.filter((phrase) => short.includes(phrase))).toEqual([]);
  });

  it.each(templates)('understands what callers say first in $job', async (template) => {
    for (const [at, targets] of Object.entries(wordings[template.job])) {
      const [stage, node] = at.split('.') as [string, string];
      const { dialogue, model } = dialogueAt(template, stage);
      for (const [wanted, list] of Object.entries(targets)) {
        const [, target = '', slot, value] = /^(\S+)(?: (\w+)=(.*))?$/.exec(wanted)!;
        const says = dialogue.nodes[target === 'repeated' ? node : target]?.say?.split('{{')[0];
        const all = list.split('/').map((text) => text.replace(/\s+/g, ' ').trim());
        const missed: string[] = [];
        for (const said of all) {
          const found = await heard(model, node, said);
          const isThere = found.node === target || (says !== undefined && found.says.startsWith(says));
          const isRight = isThere && (slot === undefined || String(found.slots.get(slot)) === value);
          if (target === 'none' ? !found.isLost : found.isLost || !isRight)
            missed.push(`${said} → ${found.node} ${found.says}`);
        }
        expect(all.length, wanted).toBe(10);
        // Nine of ten are understood. Nothing else is taken for an answer.
        expect(missed.length, `${at} ${wanted}: ${missed.join(', ')}`).toBeLessThanOrEqual(
          target === 'none' ? 0 : 1,
        );
      }
    }
  });

  const outbound = templates.filter(({ direction }) => direction !== 'inbound');
  it.each(outbound)('stops calling customers who ask for it in $job', async (template) => {
    for (const wish of ['stop calling me', "please don't call me again"]) {
      const caller = await callOf(template);
      expect(await caller.listen()).toContain('nine');
      await caller.say(wish);
      expect(caller.calls[0]).toMatchObject({
        name: 'optOut',
        arguments: { message: expect.stringContaining('off our list') },
      });
    }
    const caller = await callOf(template, {
      optOut: { error: 'lost' },
      transferCall: { error: 'no answer' },
    });
    await caller.listen();
    expect(await caller.press('9')).toMatch(/could not take you off.*Goodbye\.$/);
  });

  it('takes 9 as an answer where a number is asked for', async () => {
    const caller = await callOf(templates.find(({ job }) => job === 'survey')!);
    await caller.listen();
    await caller.press('1');
    await caller.say('two');
    await caller.say('yes');
    await caller.press('9');
    expect(caller.calls).toEqual([]);
    expect(caller.found).toMatchObject({ recommend: 9 });
  });

  it.each(templates)('offers keys wherever $job listens', ({ embedded }) => {
    const agent = CreateAgent.parse(embedded) as AgentConfiguration;
    for (const { dialogue } of dialoguesOf(agent)) {
      for (const [node, { listen }] of Object.entries((dialogue as Dialogue).nodes)) {
        if (!listen) continue;
        const type = listen.slot === undefined ? null : (dialogue as Dialogue).slots[listen.slot]!.type;
        const isKeyed = type !== null && ['number', 'digits', 'date', 'time'].includes(type);
        expect([node, isKeyed || listen.options.some(({ keys }) => keys.length > 0)]).toEqual([node, true]);
      }
    }
  });
});
