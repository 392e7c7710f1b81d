import { describe, expect, test } from 'vitest';
import type { LanguageModel, ModelMessage, ModelPart, ModelToolCall } from '../interfaces/index.ts';
import { createScripted, DialogueSchema } from './index.ts';

/** Plays a dialogue as a conversation would: it keeps the messages and the state, and has the tools `tools`. */
class Talk {
  readonly #model: LanguageModel;
  readonly #tools: readonly string[];
  readonly messages: ModelMessage[] = [{ role: 'system', content: 'You are a script.' }];
  state: unknown = null;
  call: ModelToolCall | null = null;

  constructor(
    dialogue: unknown,
    variables: Record<string, unknown> = {},
    tools: readonly string[] = allTools,
  ) {
    this.#model = createScripted(DialogueSchema.parse(dialogue), variables, { today: () => '2026-11-21' });
    this.#tools = tools;
  }

  async ask(): Promise<string> {
    const parts: ModelPart[] = [];
    const tools = this.#tools.map((name) => ({ name, description: '', parameters: {} }));
    const { messages, state } = this;
    const asked = { messages, state, tools, language: 'en-US', model: null, temperature: null };
    for await (const part of this.#model.answer({ ...asked, outputTokensMax: null, responseSchema: null })) {
      parts.push(part);
    }
    const text = parts.map((part) => (part.type === 'text-delta' ? part.text : '')).join('');
    const calls = parts.flatMap((part) => (part.type === 'tool-call' ? [part.call] : []));
    const finish = parts.at(-1);
    if (finish?.type !== 'finish') throw new Error('the answer has no end');
    // The state is stored as JSON.
    this.state = JSON.parse(JSON.stringify(finish.state));
    this.call = calls[0] ?? null;
    expect(finish.reason).toBe(this.call ? 'tool-calls' : 'stop');
    this.messages.push({ role: 'bot', content: text, toolCalls: calls });
    return text;
  }

  say(content: string, input: 'speech' | 'dtmf' | 'text' | 'none' = 'speech'): Promise<string> {
    this.messages.push({ role: 'user', content, input });
    return this.ask();
  }

  press(keys: string): Promise<string> {
    return this.say(keys, 'dtmf');
  }

  result(value: unknown): Promise<string> {
    const { id, name } = this.call!;
    this.messages.push({ role: 'tool', toolCallId: id, name, content: JSON.stringify(value) });
    return this.ask();
  }

  takesPound(): boolean {
    return this.#model.takesPound!({ state: this.state });
  }

  expected(): readonly string[] {
    return this.#model.expectedPhrases!({ state: this.state, language: 'en' });
  }
}

const allTools = ['endCall', 'transferCall', 'findTable'];

const dialogue = {
  start: 'hello',
  slots: {
    people: { type: 'number', min: 1, max: 20 },
    day: { type: 'date' },
    sure: { type: 'yes-no' },
  },
  anywhere: [
    { phrases: ['[*] (operator | human) [*]'], keys: ['0'], goto: 'operator' },
    { phrases: ['[please] repeat [that]', 'what'], repeat: true },
  ],
  noInput: { says: ['Are you there?', 'Hello?'], goto: 'bye' },
  nodes: {
    hello: {
      say: 'Hello {{first_name}}.',
      set: { branch: '{{branch_office}}' },
      goto: 'people',
    },
    people: {
      say: 'How many people?',
      listen: {
        options: [{ phrases: ['{people} people on {day}'], goto: 'size' }],
        slot: 'people',
        goto: 'size',
        noMatch: { says: ['Just the number, please.', 'One to twenty.'], repeat: false, goto: 'operator' },
      },
    },
    size: {
      branch: [
        { if: { name: 'people', over: 8 }, goto: 'operator' },
        { if: { name: 'day', exists: true }, goto: 'confirm' },
      ],
      otherwise: 'day',
    },
    day: { say: 'Which day?', listen: { slot: 'day', goto: 'confirm' } },
    confirm: {
      say: '{{people}} people on {{day}}. Is that right?',
      listen: {
        options: [
          { keywords: ['different day', 'wrong day'], goto: 'day' },
          { keys: ['11'], goto: 'search' },
        ],
        slot: 'sure',
        goto: 'judge',
      },
    },
    judge: { branch: [{ if: { name: 'sure', is: true }, goto: 'search' }], otherwise: 'people' },
    search: {
      say: 'One moment.',
      call: {
        tool: 'findTable',
        arguments: {
          people: '{{people}}',
          note: '{{people}} on {{day}} at {{branch}}',
          tags: ['{{nothing}}'],
        },
        result: { table: 'tables.0.name', all: '' },
        onSuccess: 'done',
        onFailure: 'sorry',
      },
    },
    done: { say: 'Your table is {{table}}.', goto: 'bye' },
    sorry: { say: 'I could not find one.', goto: 'operator' },
    operator: { say: 'I put you through.', transfer: { destination: '{{desk}}', onFailure: 'bye' } },
    bye: { say: 'Goodbye.', end: true },
  },
};
const variables = { first_name: 'Maya', branch_office: 'Main Street', desk: '+12025550100' };

describe('a dialogue', () => {
  test('is played to its end, with slots, a tool and its result', async () => {
    const talk = new Talk(dialogue, variables);
    expect(await talk.ask()).toBe('Hello Maya. How many people?');
    expect(await talk.say('Four, please.')).toBe('Which day?');
    expect(await talk.say('on Tuesday')).toBe('4 people on Tuesday, November 24. Is that right?');
    expect(await talk.say('Yes, it is.')).toBe('One moment.');
    expect(talk.call).toEqual({
      id: 'scripted-1',
      name: 'findTable',
      arguments: { people: 4, note: '4 on 2026-11-24 at Main Street', tags: [null] },
    });
    expect(await talk.result({ tables: [{ name: 'seven' }] })).toBe('Your table is seven. Goodbye.');
    expect(talk.call).toEqual({ id: 'scripted-2', name: 'endCall', arguments: {} });
    expect(talk.state).toMatchObject({ slots: { all: '{"tables":[{"name":"seven"}]}' } });
    expect(await talk.result({ ended: true })).toBe('');
    expect(await talk.say('wait')).toBe('');
    expect(talk.call).toBeNull();
  });

  test('fills slots inside a phrase, and goes back when it is told so', async () => {
    const talk = new Talk(dialogue, variables);
    await talk.ask();
    expect(await talk.say('six people on Monday')).toBe('6 people on Monday, November 23. Is that right?');
    expect(await talk.say('no, that is a different kind of day')).toBe('Which day?');
    expect(await talk.say('tomorrow')).toBe('6 people on Sunday, November 22. Is that right?');
    expect(await talk.say('no')).toBe('How many people?');
  });

  test('repeats, reprompts by count and gives up as it is written', async () => {
    const talk = new Talk(dialogue, variables);
    await talk.ask();
    expect(await talk.say('please repeat')).toBe('How many people?');
    expect(await talk.say('')).toBe('Just the number, please.');
    expect(await talk.say('', 'none')).toBe('Are you there? How many people?');
    expect(await talk.say('twenty five')).toBe('One to twenty.');
    expect(await talk.say('hm?')).toBe('I put you through.');
    expect(talk.call).toMatchObject({ name: 'transferCall', arguments: { destination: '+12025550100' } });
    expect(await talk.result({ error: 'busy' })).toBe('Goodbye.');
  });

  test('counts what happens in a row at one node only', async () => {
    const talk = new Talk(dialogue, variables);
    await talk.ask();
    await talk.say('x');
    await talk.say('five');
    expect(await talk.say('x')).toBe('Sorry, I did not get that. Which day?');
    expect(await talk.say('', 'none')).toBe('Are you there? Which day?');
    expect(await talk.say('', 'none')).toBe('Hello? Which day?');
    expect(await talk.say('', 'none')).toBe('Goodbye.');
  });

  test('takes keys: as a menu, as numbers, one by one', async () => {
    const talk = new Talk(dialogue, variables);
    await talk.ask();
    expect(await talk.press('5')).toBe('Which day?');
    await talk.say('tomorrow');
    expect(talk.takesPound()).toBe(false);
    expect(await talk.press('1')).toBe('');
    expect(talk.takesPound()).toBe(true);
    expect(await talk.press('1')).toBe('One moment.');
    expect(talk.takesPound()).toBe(false);
    const other = new Talk(dialogue, variables);
    await other.ask();
    expect(await other.press('*')).toBe('Just the number, please.');
    expect(await other.press('0')).toBe('I put you through.');
  });

  test('forgets half an answer of keys when something is said', async () => {
    const talk = new Talk(dialogue, variables);
    await talk.ask();
    await talk.say('three people on Monday');
    expect(await talk.press('1')).toBe('');
    expect(await talk.say('', 'none')).toMatch(/^Are you there\?/);
    expect(await talk.press('1')).toBe('');
    expect(await talk.press('1')).toBe('One moment.');
  });

  test('keys that come before anything is said answer the first node; words do not', async () => {
    const menu = {
      start: 'ask',
      nodes: {
        ask: {
          say: 'Press one for sales.',
          listen: { options: [{ keys: ['1'], phrases: ['sales'], goto: 'sales' }] },
        },
        sales: { say: 'This is sales.', end: true },
      },
    };
    expect(await new Talk(menu).press('1')).toBe('This is sales.');
    expect(await new Talk(menu).say('sales')).toBe('Press one for sales.');
  });

  test('keys that come before anything is said and answer nothing, or not yet, are told the question', async () => {
    const code = {
      start: 'welcome',
      slots: { code: { type: 'digits', minLength: 4, maxLength: 4 } },
      nodes: {
        welcome: { say: 'Welcome.', goto: 'ask' },
        ask: {
          say: 'Your code?',
          listen: {
            options: [{ keys: ['*'], repeat: true }],
            slot: 'code',
            goto: 'done',
            noMatch: { says: ['That is no code.'], repeat: false, goto: 'sorry' },
          },
        },
        done: { say: 'Thank you.', end: true },
        sorry: { say: 'Goodbye.', end: true },
      },
    };
    const stray = new Talk(code);
    expect(await stray.press('#')).toBe('Welcome. Your code?');
    expect(await stray.press('#')).toBe('That is no code.');
    const half = new Talk(code);
    expect(await half.press('12')).toBe('Welcome. Your code?');
    expect(await half.press('34')).toBe('Thank you.');
    expect(await new Talk(code).press('*')).toBe('Welcome. Your code?');
    expect(await new Talk(code).press('1234')).toBe('Thank you.');
  });

  test('a first message that has been said stands for that of the first node', async () => {
    const talk = new Talk(dialogue, variables);
    talk.messages.push({ role: 'bot', content: 'Welcome. How many will you be?' });
    expect(await talk.say('two')).toBe('Which day?');
    const other = new Talk(dialogue, variables);
    expect(await other.say('Hello?')).toBe('Hello Maya. How many people?');
  });

  test('a tool that the agent does not have, and one that never answers, have failed', async () => {
    const talk = new Talk(dialogue, variables, ['transferCall']);
    await talk.ask();
    await talk.say('three people on Monday');
    expect(await talk.say('yes')).toBe('One moment. I could not find one. I put you through.');
    const other = new Talk(dialogue, variables, []);
    await other.ask();
    expect(await other.say('operator')).toBe('I put you through. Goodbye.');
    expect(other.call).toBeNull();
    const third = new Talk(dialogue, variables);
    await third.ask();
    await third.say('three people on Monday');
    await third.say('yes');
    expect(await third.say('hello?')).toBe('I could not find one. I put you through.');
  });

  test('says whole phrases that it expects, before its first answer too', async () => {
    const talk = new Talk(dialogue, variables);
    const before = talk.expected();
    await talk.ask();
    expect(talk.expected()).toEqual(before);
    expect(before).toEqual(
      expect.arrayContaining(['four people on tomorrow', 'operator', 'what', 'twenty', '0']),
    );
    await talk.say('two');
    expect(talk.expected()).toContain('on tuesday');
    await talk.say('operator');
    expect(talk.expected()).toEqual([]);
    for (const phrase of before) expect(phrase).toMatch(/^[a-z0-9' *#]+$/);
  });
});

describe('the model', () => {
  const model = createScripted(DialogueSchema.parse(dialogue), variables);
  const request = {
    model: null,
    messages: [],
    tools: [],
    language: null,
    temperature: null,
    outputTokensMax: null,
    responseSchema: null,
    state: null,
  };

  test('refuses a state that is none of this dialogue, and answers by schema', async () => {
    const place = { node: 'hello', slots: {}, noMatch: 0, noInput: 0, keys: '', pendingCall: null, calls: 0 };
    const states = ['x', {}, { ...place, isOver: false, node: 'toString' }, { ...place, isOver: 1 }];
    for (const state of states) {
      const failure = { provider: 'scripted', retryable: false, message: /state/ };
      await expect(Array.fromAsync(model.answer({ ...request, state }))).rejects.toMatchObject({
        ...failure,
        message: 'the state is not a place in this dialogue',
      });
    }
    const responseSchema = { name: 'summary', schema: {} };
    await expect(Array.fromAsync(model.answer({ ...request, responseSchema }))).rejects.toMatchObject({
      retryable: false,
    });
  });

  test('ends with the reason of a signal, before and between its parts', async () => {
    const reason = new Error('the caller has hung up');
    const aborted = { signal: AbortSignal.abort(reason) };
    await expect(Array.fromAsync(model.answer(request, aborted))).rejects.toBe(reason);
    const controller = new AbortController();
    const answer = async () => {
      for await (const part of model.answer(request, { signal: controller.signal })) {
        expect(part.type).toBe('text-delta');
        controller.abort(reason);
      }
    };
    await expect(answer()).rejects.toBe(reason);
  });
});

describe('phrases that would take minutes to understand', () => {
  const options = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`option ${n}`, []]));
  const talkOf = (phrases: string[]) =>
    new Talk({
      start: 'ask',
      slots: { s: { type: 'choice', options }, text: { type: 'text' } },
      nodes: {
        ask: {
          say: 'Yes or no?',
          listen: {
            options: [
              { phrases, goto: 'bye' },
              { keys: ['1'], phrases: ['no'], repeat: true },
            ],
          },
        },
        bye: { say: 'Goodbye.', end: true },
      },
    });

  test.each([
    ['any words', `${'*'.repeat(490)}z`],
    ['slots', `${'{text}'.repeat(83)}z`],
    ['groups', `${'[*](*|a)'.repeat(62)}z`],
  ])('are no longer held to what was said when enough was tried: %s', async (_, phrase) => {
    const talk = talkOf(['yes', ...Array.from({ length: 99 }, (__, n) => `${phrase.slice(0, -1)}${n}`)]);
    await talk.ask();
    expect(await talk.say('a '.repeat(100))).toBe('Sorry, I did not get that. Yes or no?');
    expect(await talk.say('yes')).toBe('Goodbye.');
  });

  test.each([
    ['slots', '{s}'.repeat(160)],
    ['choices', '(a|b|a|b)'.repeat(50)],
  ])('are not told to a recognizer: %s', async (_, phrase) => {
    const talk = talkOf(['yes', ...Array.from({ length: 99 }, (__, n) => `${phrase} ${n}`)]);
    await talk.ask();
    const expected = talk.expected();
    expect(expected).toContain('yes');
    expect(expected.length).toBeLessThanOrEqual(1000);
  });
});
