import { describe, expect, test } from 'vitest';
import type { LanguageModel, ModelMessage, ModelPart, ModelToolCall } from '../interfaces/index.ts';
import { createScripted, DialogueSchema } from './index.ts';

/** Plays a dialogue as a conversation does: it keeps the messages and the state, and has the tools `tools`. */
class ScriptedConversation {
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

  expectedEntry() {
    return this.#model.expectedEntry?.({ state: this.state, language: 'en' });
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
    operator: { say: 'I put you through.', transfer: { destination: '{{operator}}', onFailure: 'bye' } },
    bye: { say: 'Goodbye.', end: true },
  },
};
const variables = { first_name: 'Maya', branch_office: 'Main Street', operator: '+12025550100' };

describe('a dialogue', () => {
  test('takes keys that are written in a chat, after words and slots', async () => {
    const conversation = new ScriptedConversation(dialogue, variables);
    await conversation.ask();
    expect(await conversation.say('2', 'text')).toBe('Which day?');
    expect(await conversation.say('tuesday', 'text')).toContain('2 people on Tuesday');
    expect(await conversation.say(' 11 ', 'text')).toBe('One moment.');
    const other = new ScriptedConversation(dialogue, variables);
    await other.ask();
    expect(await other.say('0', 'text')).toBe('I put you through.');
  });

  test('plays to its end, with slots, a tool and its result', async () => {
    const conversation = new ScriptedConversation(dialogue, variables);
    expect(await conversation.ask()).toBe('Hello Maya. How many people?');
    expect(await conversation.say('Four, please.')).toBe('Which day?');
    expect(await conversation.say('on Tuesday')).toBe('4 people on Tuesday, November 24. Is that right?');
    expect(await conversation.say('Yes, it is.')).toBe('One moment.');
    expect(conversation.call).toEqual({
      id: 'scripted-1',
      name: 'findTable',
      arguments: { people: 4, note: '4 on 2026-11-24 at Main Street', tags: [null] },
    });
    expect(await conversation.result({ tables: [{ name: 'seven' }] })).toBe('Your table is seven. Goodbye.');
    expect(conversation.call).toEqual({ id: 'scripted-2', name: 'endCall', arguments: {} });
    expect(conversation.state).toMatchObject({ slots: { all: '{"tables":[{"name":"seven"}]}' } });
    expect(await conversation.result({ ended: true })).toBe('');
    expect(await conversation.say('wait')).toBe('');
    expect(conversation.call).toBeNull();
  });

  test('fills slots inside a phrase, and goes back when the caller corrects it', async () => {
    const conversation = new ScriptedConversation(dialogue, variables);
    await conversation.ask();
    expect(await conversation.say('six people on Monday')).toBe(
      '6 people on Monday, November 23. Is that right?',
    );
    expect(await conversation.say('no, that is a different kind of day')).toBe('Which day?');
    expect(await conversation.say('tomorrow')).toBe('6 people on Sunday, November 22. Is that right?');
    expect(await conversation.say('no')).toBe('How many people?');
  });

  test('repeats, reprompts by count and gives up as configured', async () => {
    const conversation = new ScriptedConversation(dialogue, variables);
    await conversation.ask();
    expect(await conversation.say('please repeat')).toBe('How many people?');
    expect(await conversation.say('')).toBe('Just the number, please.');
    expect(await conversation.say('', 'none')).toBe('Are you there? How many people?');
    expect(await conversation.say('twenty five')).toBe('One to twenty.');
    expect(await conversation.say('hm?')).toBe('I put you through.');
    expect(conversation.call).toMatchObject({
      name: 'transferCall',
      arguments: { destination: '+12025550100' },
    });
    expect(await conversation.result({ error: 'busy' })).toBe('Goodbye.');
  });

  test('counts failures in a row at one node only', async () => {
    const conversation = new ScriptedConversation(dialogue, variables);
    await conversation.ask();
    await conversation.say('x');
    await conversation.say('five');
    expect(await conversation.say('x')).toBe('Sorry, I did not get that. Which day?');
    expect(await conversation.say('', 'none')).toBe('Are you there? Which day?');
    expect(await conversation.say('', 'none')).toBe('Hello? Which day?');
    expect(await conversation.say('', 'none')).toBe('Goodbye.');
  });

  test('takes keys as a menu, as numbers, and one by one', async () => {
    const conversation = new ScriptedConversation(dialogue, variables);
    await conversation.ask();
    expect(await conversation.press('5')).toBe('Which day?');
    await conversation.say('tomorrow');
    expect(conversation.takesPound()).toBe(false);
    expect(await conversation.press('1')).toBe('');
    expect(conversation.takesPound()).toBe(true);
    expect(await conversation.press('1')).toBe('One moment.');
    expect(conversation.takesPound()).toBe(false);
    const other = new ScriptedConversation(dialogue, variables);
    await other.ask();
    expect(await other.press('*')).toBe('Just the number, please.');
    expect(await other.press('0')).toBe('I put you through.');
  });

  test('drops an incomplete key entry when the caller speaks', async () => {
    const conversation = new ScriptedConversation(dialogue, variables);
    await conversation.ask();
    await conversation.say('three people on Monday');
    expect(await conversation.press('1')).toBe('');
    expect(await conversation.say('', 'none')).toMatch(/^Are you there\?/);
    expect(await conversation.press('1')).toBe('');
    expect(await conversation.press('1')).toBe('One moment.');
  });

  test('takes keys before the first text as an answer, but not words', async () => {
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
    expect(await new ScriptedConversation(menu).press('1')).toBe('This is sales.');
    expect(await new ScriptedConversation(menu).say('sales')).toBe('Press one for sales.');
  });

  test('asks the first question after early keys that do not answer it', async () => {
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
    const stray = new ScriptedConversation(code);
    expect(await stray.press('#')).toBe('Welcome. Your code?');
    expect(await stray.press('#')).toBe('That is no code.');
    expect(stray.expectedEntry()).toEqual({ kind: 'digits', lengthMin: 4, lengthMax: 4 });
    const open = { ...code, slots: { code: { type: 'digits', minLength: 4, maxLength: 9 } } };
    const short = new ScriptedConversation(open);
    expect(await short.press('123#')).toBe('Welcome. Your code?');
    expect(await short.press('123#')).toBe('That is no code.');
    const options = [{ keys: ['12', '125'], phrases: ['sales'], goto: 'done' }];
    const ask = { ...open.nodes.ask, listen: { ...open.nodes.ask.listen, options } };
    const menu = new ScriptedConversation({ ...open, nodes: { ...open.nodes, ask } });
    await menu.ask();
    expect(await menu.press('12#')).toBe('Thank you.');
    const half = new ScriptedConversation(code);
    expect(await half.press('12')).toBe('Welcome. Your code?');
    expect(await half.press('34')).toBe('Thank you.');
    expect(await new ScriptedConversation(code).press('*')).toBe('Welcome. Your code?');
    expect(await new ScriptedConversation(code).press('1234')).toBe('Thank you.');
  });

  test("replaces the first node's text by a first message that was said", async () => {
    const conversation = new ScriptedConversation(dialogue, variables);
    conversation.messages.push({ role: 'bot', content: 'Welcome. How many will you be?' });
    expect(await conversation.say('two')).toBe('Which day?');
    const other = new ScriptedConversation(dialogue, variables);
    expect(await other.say('Hello?')).toBe('Hello Maya. How many people?');
  });

  test('listens at a first node without a text, to words and not to silence', async () => {
    const options = [{ phrases: ['press one'], goto: 'bye' }];
    const silent = {
      start: 'wait',
      nodes: { wait: { listen: { options } }, bye: { say: 'Bye.', end: true } },
    };
    expect(await new ScriptedConversation(silent).say('press one')).toBe('Bye.');
    expect(await new ScriptedConversation(silent).say('', 'none')).toBe('');
  });

  test('treats a missing tool, and one without a result, as failed', async () => {
    const conversation = new ScriptedConversation(dialogue, variables, ['transferCall']);
    await conversation.ask();
    await conversation.say('three people on Monday');
    expect(await conversation.say('yes')).toBe('One moment. I could not find one. I put you through.');
    const other = new ScriptedConversation(dialogue, variables, []);
    await other.ask();
    expect(await other.say('operator')).toBe('I put you through. Goodbye.');
    expect(other.call).toBeNull();
    const third = new ScriptedConversation(dialogue, variables);
    await third.ask();
    await third.say('three people on Monday');
    await third.say('yes');
    expect(await third.say('hello?')).toBe('I could not find one. I put you through.');
  });

  test('takes a written first message that answers its first question, after the greeting', async () => {
    const greeted = (words: string, input: 'text' | 'speech' = 'text') =>
      new ScriptedConversation(dialogue, variables).say(words, input);
    const asked = await new ScriptedConversation(dialogue, variables).ask();
    expect(asked).toMatch(/^Hello .*\. How many people\?$/);
    const greeting = asked.replace(' How many people?', '');
    expect(await greeted('Three people on Monday')).toMatch(`${greeting} 3 people on Monday`);
    expect(await greeted('three')).toBe(`${greeting} Which day?`);
    expect(await greeted('I want an operator')).toMatch(new RegExp(`^${greeting} (?!How many)`));
    // A greeting, a number that may mean something else, and words that are spoken are answers to nothing.
    expect(await greeted('Hello')).toBe(asked);
    expect(await greeted('I wrote to you 3 times this week already')).toBe(asked);
    expect(await greeted('three', 'speech')).toBe(asked);
    const open = {
      start: 'who',
      slots: { name: { type: 'name' } },
      nodes: {
        who: { say: 'Who is it?', listen: { slot: 'name', goto: 'end' } },
        end: { say: 'Hi {{name}}.', end: true },
      },
    };
    expect(await new ScriptedConversation(open).say('Good morning', 'text')).toBe('Who is it?');
  });

  test('lists expected phrases, also before its first answer', async () => {
    const conversation = new ScriptedConversation(dialogue, variables);
    const before = conversation.expected();
    await conversation.ask();
    expect(conversation.expected()).toEqual(before);
    expect(before).toEqual(
      expect.arrayContaining(['four people on tomorrow', 'operator', 'what', 'twenty', '0']),
    );
    await conversation.say('two');
    expect(conversation.expected()).toContain('on tuesday');
    await conversation.say('operator');
    expect(conversation.expected()).toEqual([]);
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

  test('rejects a state of another dialogue, and answers by schema', async () => {
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

  test("ends with the signal's reason, before and between its parts", async () => {
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

describe('phrases that are expensive to match', () => {
  const options = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`option ${n}`, []]));
  const conversationOf = (phrases: string[]) =>
    new ScriptedConversation({
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
    const conversation = conversationOf([
      'yes',
      ...Array.from({ length: 99 }, (__, n) => `${phrase.slice(0, -1)}${n}`),
    ]);
    await conversation.ask();
    expect(await conversation.say('a '.repeat(100))).toBe('Sorry, I did not get that. Yes or no?');
    expect(await conversation.say('yes')).toBe('Goodbye.');
  });

  test.each([
    ['slots', '{s}'.repeat(160)],
    ['choices', '(a|b|a|b)'.repeat(50)],
  ])('are not told to a recognizer: %s', async (_, phrase) => {
    const conversation = conversationOf(['yes', ...Array.from({ length: 99 }, (__, n) => `${phrase} ${n}`)]);
    await conversation.ask();
    const expected = conversation.expected();
    expect(expected).toContain('yes');
    expect(expected.length).toBeLessThanOrEqual(1000);
  });
});

test('a name, an address and a text keep colloquial words and contractions', async () => {
  for (const [type, said, value] of [
    ['name', 'My name is Nah', 'Nah'],
    ['name', "I'm Sinead O'Re", "Sinead O'Re"],
    ['email', 'wang at yeah dot net', 'wang@yeah.net'],
    ['email', "it's wang@yeah.net", 'wang@yeah.net'],
    ['text', "I can't come", "i can't come"],
    ['yes-no', 'nah', false],
  ] as const) {
    const conversation = new ScriptedConversation({
      start: 'ask',
      slots: { value: { type } },
      nodes: {
        ask: { say: 'And?', listen: { slot: 'value', goto: 'end' } },
        end: { say: 'It is {{value}}.', end: true },
      },
    });
    await conversation.ask();
    await conversation.say(said);
    expect(conversation.state).toMatchObject({ slots: { value } });
  }
});

test('speech without words leaves an entry of keys as it is', async () => {
  const conversation = new ScriptedConversation({
    start: 'ask',
    slots: { code: { type: 'digits', minLength: 6, maxLength: 6 } },
    nodes: {
      ask: { say: 'Your code?', listen: { slot: 'code', goto: 'end' } },
      end: { say: 'Thank you.', end: true },
    },
  });
  await conversation.ask();
  await conversation.press('123');
  expect(await conversation.say('')).toBe('');
  expect(await conversation.press('456')).toBe('Thank you.');
});

test('words after yes or no may change the answer, so with them it is not understood', async () => {
  const yesOrNo = {
    start: 'ask',
    noMatch: { says: ['What?'], repeat: false },
    nodes: {
      ask: {
        say: 'Can you come?',
        listen: {
          options: [
            { phrases: ['yes'], goto: 'yes' },
            { phrases: ['no'], goto: 'no' },
            { phrases: ['[no] stop calling me', '* no calls'], goto: 'stop' },
          ],
        },
      },
      ...Object.fromEntries(['yes', 'no', 'stop'].map((name) => [name, { say: name, end: true }])),
    },
  };
  for (const [said, answer] of [
    ['No, I am out of town.', 'What?'],
    ['No, I mean yes.', 'What?'],
    ['Sorry, no, thanks', 'no'],
    ['Nope', 'no'],
    ['No, stop calling me, please', 'stop'],
    ['I said no calls!', 'stop'],
    ['Okay, yes, thank you', 'yes'],
    ['Okay, great', 'yes'],
    ['Yes, that would be perfect', 'yes'],
    ['Great, but not today', 'What?'],
    ['Is that right?', 'What?'],
    ['No problem', 'What?'],
    ['Yes, I want another day', 'What?'],
    ['Sorry, please', 'What?'],
  ] as const) {
    const conversation = new ScriptedConversation(yesOrNo);
    await conversation.ask();
    // A recognizer would hear the words beside a star in anything.
    expect(conversation.expected()).toEqual(['yes', 'no', 'stop calling me', 'no stop calling me']);
    expect([said, await conversation.say(said)]).toEqual([said, answer]);
  }
});

describe('questions', () => {
  const answers: Record<string, string[]> = {
    deliver: ["Do you deliver cakes to people's homes?"],
    birthday: ['Do you make birthday cakes?'],
    card: ['Can I pay by card?'],
    gluten: ['Do you have gluten-free bread?'],
    christmas: ['Are you open on Christmas?'],
    parking: ['Is there parking nearby?'],
    place: ['Where are you?'],
    today: ['Are you open today?'],
  };
  const asked = {
    start: 'ask',
    anywhere: Object.entries(answers).map(([goto, questions]) => ({ questions, goto })),
    noMatch: { says: ['What?'], repeat: false },
    nodes: {
      ask: {
        listen: {
          options: [
            {
              phrases: ['(when | how long) are you open [today | tomorrow]', 'are you open today'],
              goto: 'hours',
            },
          ],
        },
      },
      ...Object.fromEntries(
        [...Object.keys(answers), 'hours'].map((name) => [name, { say: name, end: true }]),
      ),
    },
  };

  test.each([
    ['Do you deliver cakes to people’s homes?', 'deliver'],
    ['Do you deliver cakes?', 'deliver'],
    ['Do you deliver?', 'deliver'],
    ['delivery', 'deliver'],
    ['Hello, can you deliver a cake to my home please', 'deliver'],
    ['birthday cake', 'birthday'],
    ['Do you take cards?', 'card'],
    ['Can I pay?', 'card'],
    ['Anything gluten free?', 'gluten'],
    ['Are you open at Christmas?', 'christmas'],
    ['Is there any parking?', 'parking'],
    ['When are you open?', 'hours'],
    // Other things, words of several questions, and the words of another option.
    ['Do you have cakes?', 'What?'],
    ['Do you deliver flowers?', 'What?'],
    ['How long does delivery take?', 'What?'],
    ['Can I pay cash?', 'What?'],
    ['I lost my card', 'What?'],
    ['bread', 'What?'],
    ['Is the bread free?', 'What?'],
    ['Is the bread free of nuts?', 'What?'],
    ['How much is parking?', 'What?'],
    ['Are you open?', 'What?'],
    // A question without a word that names a thing has no other words but those for a company.
    ['Where are you?', 'place'],
    ['Where is your shop?', 'place'],
    ['Where can I find your office?', 'place'],
    ['Where is my order?', 'What?'],
    // A whole question comes before phrases, which come before a part of one. Courtesies are no part of phrases.
    ['Are you open today?', 'today'],
    ['Sorry, when are you open, please?', 'hours'],
    ['Until when are you open, thanks', 'What?'],
  ])('are understood by their own words: %s → %s', async (said, answer) => {
    for (const input of ['speech', 'text'] as const) {
      const conversation = new ScriptedConversation(asked);
      await conversation.ask();
      expect(await conversation.say(said, input)).toBe(answer);
    }
  });

  test.each([
    ['the first one', 'deliver'],
    ['Delivery', 'deliver'],
    ['The other one, please', 'birthday'],
    ['birthday cakes', 'birthday'],
    ['Can I pay by card?', 'card'],
    // Places with other words may mean something else.
    ['Not the first one', 'What?'],
    ['last orders', 'What?'],
    // It is asked once.
    ['Will you deliver birthday cakes?', 'What?'],
    ['neither', 'What?'],
  ])('that fit equally well are named, and one of them is chosen: %s → %s', async (said, answer) => {
    const conversation = new ScriptedConversation(asked);
    await conversation.ask();
    expect(await conversation.say('Will you deliver birthday cakes?')).toBe(
      "Did you mean: do you deliver cakes to people's homes, or: do you make birthday cakes?",
    );
    expect(conversation.expected()).toContain('the first one');
    expect(await conversation.say(said)).toBe(answer);
  });

  test('are expected by a recognizer with other beginnings and without their details', () => {
    const expected = new ScriptedConversation(asked).expected();
    for (const phrase of [
      'could you deliver cakes',
      'do you deliver cakes',
      'have you got gluten free bread please',
    ])
      expect(expected).toContain(phrase);
    expect(expected).toContain("do you deliver cakes to people's homes");
    // A question that begins with "where" is asked in no other way.
    expect(expected.filter((phrase) => phrase.includes('where'))).toEqual(['where are you']);
  });

  test('of two questions the one with more words is taken, before a value', async () => {
    const conversation = new ScriptedConversation({
      start: 'ask',
      slots: { name: { type: 'text' } },
      anywhere: [
        { questions: ['Do you deliver?'], goto: 'one' },
        { questions: ['Do you deliver cakes to homes?'], goto: 'two' },
      ],
      nodes: {
        ask: { say: 'Name?', listen: { slot: 'name', goto: 'bye' } },
        one: { say: 'one', goto: 'ask' },
        two: { say: 'two', goto: 'ask' },
        bye: { end: true },
      },
    });
    await conversation.ask();
    expect(await conversation.say('Do you deliver?')).toBe('one Name?');
    expect(await conversation.say('Do you deliver cakes to a home?')).toBe('two Name?');
  });
});
