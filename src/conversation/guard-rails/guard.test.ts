import { describe, expect, it, vi } from 'vitest';
import type { ModelMessage } from '../providers/interfaces/index.ts';
import { conditionProblem, Guard } from './guard.ts';
import { GuardRail } from './schema.ts';

const { signal } = new AbortController();
const refuses = (answer: string) => /^(no|nein)\b/i.test(answer);
const guardOf = (rules: object[], variables: Record<string, unknown> = {}) =>
  new Guard(
    rules.map((rule, index) => GuardRail.parse({ name: `rule ${index}`, ...rule })),
    { variables, judge: null, refuses },
  );
const words = (...phrases: string[]) => ({ type: 'words', phrases, replacement: 'I cannot promise that.' });
const personal = (rule: object) => ({
  type: 'personal-data',
  replacement: 'I cannot read that out.',
  ...rule,
});

describe('forbidden words', () => {
  const guard = guardOf([words('(guarantee | guaranteed | guarantees) * (return | profit)', 'risk free')]);

  it.each([
    'We guarantee you a 5 percent return.',
    'It is, as I said, risk-free.',
    'This is RISK FREE!',
    'Guaranteed profit',
    'Guar\u200banteed pro\u00adfit',
    'ｇｕａｒａｎｔｅｅｄ ｐｒｏｆｉｔ',
    '**Guar**anteed _profit_',
    `${'a '.repeat(101)}guaranteed profit`,
  ])('are found in “%s”', async (sentence) => {
    expect(await guard.speech(sentence, '', signal)).toEqual({
      rule: 'rule 0',
      type: 'words',
      withheld: sentence,
      instead: 'I cannot promise that.',
    });
  });

  it.each([
    'There is no guarantee.',
    'The return is due on Monday.',
    'Risks are part of it. Free of charge.',
  ])('are not found in “%s”', async (sentence) =>
    expect(await guard.speech(sentence, '', signal)).toBeNull(),
  );

  it('are not found again in what was said before', async () => {
    expect(await guard.speech('That is all.', 'I cannot guarantee you a return. ', signal)).toBeNull();
  });

  it('are found when the first half was said already', async () => {
    expect(await guard.speech('a profit of 5 percent.', 'Our experts guarantee, ', signal)).not.toBeNull();
  });
});

describe('personal data', () => {
  it.each([
    ['card-number', 'Your card is 4111 1111 1111 1111.', 'Order 4111 1111 1111 1112 is on its way.'],
    [
      'card-number',
      'It is four one one one one one one one one one one one one one one one.',
      'It is four one one.',
    ],
    ['card-number', 'It is 5500-0000-0000-0004, right?', 'Call +49 170 1234567 890.'],
    ['card-number', 'It is 4111\u00a01111\u200b, 1111 – 1111.', 'It is 41, 42, 43, 44, 45, 46 or 47.'],
    ['card-number', 'Number 1: 4111 1111 1111 1111', 'Call +1 202 555 0123 or +1 202 555 0124.'],
    ['email-address', 'Write to ann dot lee at example dot com.', 'We meet at noon.'],
    ['bank-account', 'The account is DE89 3704 0044 0532 0130 00 and so on.', 'Take flight DE89 at 3704.'],
    ['social-security-number', 'I have 078-05-1120 here.', 'The part is 000-05-1120.'],
    ['social-security-number', 'It is 078, 05, 1120.', 'It is 1,078 05 1120 and 078 050 1120.'],
    ['social-security-number', 'It is 078 05 1120.', 'Call 212 555 1120.'],
    ['email-address', 'I wrote to ann.lee@example.com.', 'I wrote to Ann at the office.'],
  ])('of kind %s are found by form', async (kind, held, said) => {
    const guard = guardOf([personal({ kinds: [kind] })]);
    expect(await guard.speech(held, '', signal)).toMatchObject({ withheld: '(personal data)' });
    expect(await guard.speech(said, '', signal)).toBeNull();
  });

  it.each([
    [{ born: '1980-05-01' }, 'You were born on 1980-05-01.', 'You were born on a Sunday.'],
    [{ pin: 4711 }, 'The code is 4 7 1 1.', 'The code is 4 7 1 2.'],
    [{ pin: '4711' }, 'The code is four seven one one.', 'The code is four seven.'],
    [{ street: 'Rose Hill' }, 'You live in Rose Hill 5?', 'The rose is on the hill.'],
    [{ booking: 'QX-4711' }, 'Your booking is Q X 4 7 1 1.', 'Your booking is QX 4712.'],
    [{ card: { owner: 'Rose', pin: [4711] } }, 'Her pin is 4711.', 'Her pin is secret.'],
    [{ short: 'no' }, 'Nothing is found.', 'No, it is not.'],
  ])('in variables %j are found', async (values, held, said) => {
    const guard = guardOf([personal({ variables: Object.keys(values) })], values);
    const isFound = !('short' in values);
    expect((await guard.speech(held, '', signal)) !== null).toBe(isFound);
    expect(await guard.speech(said, '', signal)).toBeNull();
  });
});

describe('personal data in several turns', () => {
  it('are found when the last part is about to be said', async () => {
    const guard = guardOf([personal({ kinds: ['card-number'] })]);
    expect(await guard.speech('1111 1111.', '', signal, 'It is 4111 1111')).not.toBeNull();
    expect(await guard.speech('Goodbye.', '', signal, 'It is 4111 1111 1111 1111')).toBeNull();
  });
});

const bot = (content: string, toolCalls?: object[]) => ({ role: 'bot', content, toolCalls }) as ModelMessage;
const user = (content: string) => ({ role: 'user', content, input: 'speech' }) as ModelMessage;
const result = (id: string, content: object) =>
  ({ role: 'tool', toolCallId: id, name: 'book', content: JSON.stringify(content) }) as ModelMessage;

describe('a tool rule', () => {
  const call = { name: 'book', arguments: { day: 'Monday', price: 80 } };

  it('lets a tool run only while its condition holds', () => {
    const guard = guardOf(
      [
        {
          type: 'tool',
          tools: ['book'],
          when: 'arguments.price < variables.limit && disclosed["terms"]',
          refusal: 'Too expensive.',
        },
        { type: 'disclosure', name: 'terms', text: 'Bookings are binding.' },
      ],
      { limit: 100 },
    );
    const disclosed = [bot('Note: bookings are binding. Shall I?')];
    expect(guard.tool(call, [])?.result).toEqual({ error: 'Too expensive.' });
    expect(guard.tool(call, disclosed)).toBeNull();
    expect(guard.tool({ ...call, arguments: { price: 100 } }, disclosed)).not.toBeNull();
    // A condition without a value does not hold.
    expect(guard.tool({ ...call, arguments: {} }, disclosed)).not.toBeNull();
    expect(guard.tool({ name: 'other', arguments: {} }, [])).toBeNull();
  });

  it('judges the arguments as the tool gets them', () => {
    const guard = guardOf([{ type: 'tool', tools: ['book'], when: 'arguments.price < 100' }]);
    const spoken = { name: 'book', arguments: { price: 'ninety' } };
    expect(guard.tool(spoken, [])).not.toBeNull();
    expect(guard.tool(spoken, [], { price: 90 })).toBeNull();
  });

  const guard = guardOf([{ type: 'tool', tools: ['book'], confirmation: 'Book {{day}} for {{price}}?' }]);
  const refused = guard.tool(call, [])!;
  const asked = [bot('Well. Book Monday for 80?', [{ id: 'a', ...call }]), result('a', refused.result)];

  it('wants the caller’s word first', () => {
    expect(refused).toMatchObject({ question: 'Book Monday for 80?', result: { needsConfirmation: true } });
    expect(guard.tool(call, asked)).not.toBeNull();
    expect(guard.tool(call, [...asked, bot('One moment.')])).not.toBeNull();
    // Speech of which the transcriber returned no words.
    expect(guard.tool(call, [...asked, user('')])).not.toBeNull();
    expect(guard.tool(call, [...asked, user('No, not yet.')])).not.toBeNull();
    expect(guard.tool(call, [...asked, user('Yes, please.')])).toBeNull();
    expect(guard.tool(call, [...asked, user('Ja, gerne.')])).toBeNull();
    expect(guard.tool(call, [...asked, user('Nein, danke.')])).not.toBeNull();
  });

  it('wants the question to be heard whole', () => {
    const cut = [bot('Well. Book Monday', [{ id: 'a', ...call }]), result('a', refused.result)];
    expect(guard.tool(call, [...cut, user('Yes, please.')])).not.toBeNull();
    const later = [...cut, bot('Hello?'), user('Yes?'), bot('Book Monday for 80?')];
    expect(guard.tool(call, later)).not.toBeNull();
    expect(guard.tool(call, [...later, user('Yes, please.')])).toBeNull();
  });

  it('wants it again for other arguments, and after the tool ran', () => {
    const agreed = [...asked, user('yes')];
    expect(guard.tool({ ...call, arguments: { day: 'Tuesday', price: 80 } }, agreed)).not.toBeNull();
    const ran = [...agreed, bot('', [{ id: 'b', ...call }]), result('b', { booked: true })];
    expect(guard.tool(call, [...ran, bot('Done.'), user('Thanks.')])).not.toBeNull();
  });

  it('does not take the result of a tool for its own question', () => {
    const faked = [
      bot('Book Monday for 80?', [{ id: 'a', ...call }]),
      result('a', { needsConfirmation: true }),
    ];
    expect(guard.tool(call, [...faked, user('yes')])).not.toBeNull();
  });

  it.each([
    ['arguments.price <', 'Unexpected token'],
    ['input.price < 5', 'refers to input'],
    ['steps.a.output', 'refers to steps'],
  ])('reports the problem of “%s”', (text, problem) => {
    expect(conditionProblem(text)).toContain(problem);
  });

  it('has no problem with what is available', () => {
    expect(conditionProblem('arguments.a == variables.b && disclosed["c"]')).toBeNull();
  });
});

describe('a disclosure', () => {
  const text = 'This call is about a debt. Everything you say may be used for it.';
  const guard = guardOf([{ type: 'disclosure', text, withinSeconds: 10 }]);

  it('is due from its time until it was said to its end', () => {
    expect(guard.dueTimesMs).toEqual([10_000]);
    expect(guard.due([], 9_999)).toEqual([]);
    expect(guard.due([bot('This call is about a debt.')], 10_000)).toEqual([{ rule: 'rule 0', text }]);
    const said = [bot('Hello. This call is about a debt - everything you say may be used for it. So:')];
    expect(guard.due(said, 10_000)).toEqual([]);
  });
});

describe('a topic', () => {
  const rule = GuardRail.parse({
    type: 'topic',
    name: 'medicine',
    description: 'medical advice',
    replacement: 'Please ask a doctor.',
  });

  it('is judged by a model', async () => {
    const guard = new Guard([rule], {
      ...{ variables: {}, refuses },
      judge: async (text) => (text.includes('pills') ? 0 : null),
    });
    expect(await guard.speech('Take two pills.', '', signal)).toMatchObject({
      instead: 'Please ask a doctor.',
    });
    expect(await guard.speech('Good morning.', '', signal)).toBeNull();
  });

  it('is not judged, and the sentence is said, when the model fails', async () => {
    const failed: unknown[] = [];
    const judge = () => Promise.reject(new Error('away'));
    const onUnjudged = (error: unknown) => failed.push(error);
    const guard = new Guard([rule], { variables: {}, judge, refuses, onUnjudged });
    expect(await guard.speech('Take two pills.', '', signal)).toBeNull();
    expect(failed).toHaveLength(1);
  });

  it('is not judged for a while after the model took too long', async () => {
    const late = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort());
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1000);
    try {
      const asked: string[] = [];
      const judge = async (text: string, _descriptions: readonly string[], within: AbortSignal) => {
        asked.push(text);
        within.throwIfAborted();
        return 0;
      };
      const guard = new Guard([rule], { variables: {}, judge, refuses });
      for (const sentence of ['One.', 'Two.']) expect(await guard.speech(sentence, '', signal)).toBeNull();
      expect(asked).toEqual(['One.']);
      clock.mockReturnValue(11_001);
      late.mockImplementation(() => new AbortController().signal);
      expect(await guard.speech('Three.', '', signal)).not.toBeNull();
    } finally {
      late.mockRestore();
      clock.mockRestore();
    }
  });
});
