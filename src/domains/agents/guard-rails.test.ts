import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../../test/world/api-world.ts';

let world: ApiWorld;
beforeAll(async () => {
  world = await createApiWorld();
});
afterAll(() => world.close());

const openai = { provider: 'openai', model: 'any', key: null };
const book = { type: 'http', name: 'book', description: 'Books.', url: 'https://example.com' };
const words = { type: 'words', name: 'promise', phrases: ['we guarantee'], replacement: 'I cannot say.' };
const topic = {
  type: 'topic',
  name: 'medicine',
  description: 'medical advice',
  replacement: 'Ask a doctor.',
};
const tool = { type: 'tool', name: 'booking', tools: ['book'], confirmation: 'Book it?' };

const create = (guardRails: object, more: object = {}) =>
  world.request('POST', '/api/agents', {
    body: { name: 'A', prompt: 'Help.', model: openai, tools: [book], guardRails, ...more },
  });

describe('the guard rails of an agent', () => {
  it('are stored with their defaults, and require the variables that the agent says for them', async () => {
    const text = 'This is {{company}}, a debt collector.';
    const rules = [words, tool, { type: 'disclosure', name: 'debt', text }];
    const { status, body } = await create({ rules });
    expect([status, body.requiredVariables]).toEqual([201, ['company']]);
    const [, booking, debt] = body.guardRails.rules;
    expect(booking).toMatchObject({ when: null, refusal: 'This is not allowed in this conversation.' });
    expect(debt).toEqual({ type: 'disclosure', name: 'debt', text, withinSeconds: 0 });
  });

  it('are accepted as the documentation shows them', async () => {
    const page = await readFile(new URL('../../../docs/guard-rails.md', import.meta.url), 'utf8');
    const shown = JSON.parse(/```json\n(.*?)```/s.exec(page)![1]!);
    const variables = [{ name: 'date_of_birth', required: false }];
    const { status, body } = await create(shown, { tools: [{ ...book, name: 'pay' }], variables });
    expect([status, body.details, body.requiredVariables]).toEqual([201, undefined, ['company']]);
  });

  const s2s = { speechToSpeech: { provider: 'openai', model: 'gpt-realtime' }, model: null };
  const dialogue = { start: 'a', nodes: { a: { say: 'Hello.', end: true } } };
  const scripted = { provider: 'scripted', dialogue };
  it.each<[string, object[], string, object?]>([
    ['two of the same name', [words, { ...tool, name: 'promise' }], 'rules.1.name: is listed twice'],
    ['unknown tool', [{ ...tool, tools: ['book', 'buy'] }], 'rules.0.tools.1: must be the name of one of'],
    ['bad condition', [{ ...tool, when: 'arguments.price <' }], 'rules.0.when: '],
    ['foreign value', [{ ...tool, when: 'input.price < 5' }], 'rules.0.when: refers to input'],
    ['unknown disclosure', [{ ...tool, when: 'disclosed["Dept"]' }], 'rules.0.when: reads disclosed["Dept"]'],
    [
      'unknown argument',
      [{ ...tool, confirmation: 'Book {{dya}}?' }],
      'rules.0.confirmation: has {{dya}}, which is an argument of none of its tools',
      { tools: [{ ...book, parameters: { type: 'object', properties: { day: { type: 'string' } } } }] },
    ],
    ['neither', [{ ...tool, confirmation: null }], 'rules.0: must have when or confirmation'],
    ['no judge', [topic], 'rules.0.type: requires `guardRails.model`', { model: scripted }],
    ['speech to speech', [words], 'rules.0.type: cannot be used with `speechToSpeech`', s2s],
    ['slot', [{ ...words, phrases: ['pay {amount}'] }], 'rules.0.phrases.0: must not have slots'],
    ['no data', [{ type: 'personal-data', name: 'a', replacement: 'No.' }], 'rules.0: must have kinds or'],
    [
      'unknown variable',
      [{ type: 'personal-data', name: 'a', variables: ['brith'], replacement: 'No.' }],
      "rules.0.variables.0: must be one of the agent's variables",
    ],
    ['open brace', [{ ...words, replacement: 'Dear {{name' }], 'rules.0.replacement: has {{name'],
    ['other type', [{ type: 'rhyme' }], 'rules.0.type: must be one of words, personal-data,'],
  ])('name the field of a problem: %s', async (_, rules, problem, more = {}) => {
    const { status, body } = await create({ rules }, more);
    expect(status).toBe(400);
    const problems = body.details.map(({ field, message }: Record<string, string>) => `${field}: ${message}`);
    expect(problems).toEqual([expect.stringContaining(`guardRails.${problem}`)]);
  });

  it('refuse a scripted model as the judge', async () => {
    const { body } = await create({ rules: [topic], model: scripted });
    expect(body.details).toEqual([
      { field: 'guardRails.model.provider', message: 'must not be scripted, which cannot judge' },
    ]);
  });

  it('let a tool rule and a disclosure stand beside speech to speech', async () => {
    const debt = { type: 'disclosure', name: 'debt', text: 'This is about a debt.' };
    expect((await create({ rules: [tool, debt] }, s2s)).status).toBe(201);
  });
});
