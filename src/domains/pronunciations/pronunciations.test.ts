import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld, type RequestOptions } from '../../../test/world/api-world.ts';
import { auditOfRequest } from '../../../test/world/audit-chain.ts';
import { statement } from '../../platform/db/index.ts';
import { pronunciationsFor } from './index.ts';

const path = '/api/pronunciations';

let world: ApiWorld;
beforeAll(async () => {
  world = await createApiWorld();
});
afterAll(() => world.close());

const post = (body: unknown, options: RequestOptions = {}) =>
  world.request('POST', path, { body, ...options });
const patch = (id: string, body: unknown, options: RequestOptions = {}) =>
  world.request('PATCH', `${path}/${id}`, { body, ...options });
/** Founds an organization, so that no test sees the entries of another. */
async function founded() {
  const { key, organizationId } = await world.foundOrganization();
  const add = async (body: object) => (await post(body, { key })).body;
  const terms = async (query = '') =>
    (await world.request('GET', `${path}${query}`, { key })).body.pronunciations.map(
      ({ term }: { term: string }) => term,
    );
  const spoken = async (...languages: string[]) =>
    (await pronunciationsFor(world.db, organizationId, languages)).map(({ term }) => term);
  return { key, organizationId, add, terms, spoken };
}

const fill = statement(
  'test.pronunciations.fill',
  `insert into pronunciations (organization_id, pronunciation_id, term, replacement, created_at, updated_at)
   select $1, 'pronunciation_' || n, 'term ' || n, 'word', now(), now() from generate_series(1, $2::int) n`,
);

describe('a pronunciation', () => {
  it('is created, read, changed and deleted, and audited each time', async () => {
    const { key } = await founded();
    const { status, body, headers } = await post({ term: ' Xerox ', replacement: 'zee-rocks' }, { key });
    expect(status).toBe(201);
    expect(body).toEqual({
      pronunciationId: expect.stringMatching(/^pronunciation_/),
      ...{ term: 'Xerox', language: null, replacement: 'zee-rocks', ipa: null },
      ...{ createdAt: expect.stringMatching(/Z$/), updatedAt: expect.stringMatching(/Z$/) },
    });
    const changed = await patch(body.pronunciationId, { ipa: 'ˈzɪərɒks', language: 'en' }, { key });
    expect(changed.body).toEqual({
      ...{ ...body, ipa: 'ˈzɪərɒks', language: 'en' },
      updatedAt: changed.body.updatedAt,
    });
    const own = `${path}/${body.pronunciationId}`;
    expect((await world.request('GET', own, { key })).body).toEqual(changed.body);
    const deleted = await world.request('DELETE', own, { key });
    expect([deleted.status, (await world.request('GET', own, { key })).body.code]).toEqual([
      204,
      'pronunciation.not_found',
    ]);
    const trail = [];
    for (const answer of [{ headers }, changed, deleted]) {
      trail.push(...(await auditOfRequest(world.db, answer.headers['x-request-id'] as string)));
    }
    const entry = { resourceType: 'pronunciations', resourceReferenceId: body.pronunciationId };
    expect(trail).toMatchObject(
      ['created', 'updated', 'deleted'].map((actionVerb) => ({
        ...entry,
        actionVerb,
        resourceLabel: 'Xerox',
      })),
    );
  });

  it.each([
    ['term', { replacement: 'a' }],
    ['term', { term: ' ', replacement: 'a' }],
    ['term', { term: 'x'.repeat(101), replacement: 'a' }],
    ['term', { term: 'two\nlines', replacement: 'a' }],
    ['replacement', { term: 'a' }],
    ['replacement', { term: 'a', replacement: '' }],
    ['replacement', { term: 'a', replacement: 'two\nlines' }],
    ['ipa', { term: 'a', ipa: '/zi/' }],
    ['language', { term: 'a', replacement: 'b', language: 'no tag' }],
    ['voice', { term: 'a', replacement: 'b', voice: 'slt' }],
  ])('names %s when it is refused', async (field, body) => {
    const answer = await post(body);
    expect([answer.status, answer.body.details[0].field]).toEqual([400, field]);
  });

  it('keeps a replacement or IPA', async () => {
    const { key, add } = await founded();
    const { pronunciationId } = await add({ term: 'Xerox', replacement: 'zee-rocks' });
    const answer = await patch(pronunciationId, { replacement: null }, { key });
    expect([answer.status, answer.body.details[0].field]).toEqual([400, 'replacement']);
    expect((await patch(pronunciationId, { replacement: null, ipa: 'zi' }, { key })).status).toBe(200);
  });

  it('is the only one of its term and primary language, in any case', async () => {
    const { key, add, terms } = await founded();
    await add({ term: 'Größe', language: 'de-DE', replacement: 'Grö sse' });
    const other = await add({ term: 'größe', replacement: 'size' });
    const again = await post({ term: 'GRÖSSE', replacement: 'x' }, { key });
    const inGerman = await post({ term: 'grÖße', language: 'DE', ipa: 'zi' }, { key });
    const moved = await patch(other.pronunciationId, { language: 'de-AT' }, { key });
    expect([again.status, inGerman.body.code, moved.body.code, moved.body.details[0].field]).toEqual([
      ...[201, 'pronunciation.exists', 'pronunciation.exists'],
      'term',
    ]);
    expect(await terms()).toEqual(['GRÖSSE', 'größe', 'Größe']);
    expect((await patch(other.pronunciationId, { term: 'GRÖße' }, { key })).status).toBe(200);
  });

  it('is refused beyond the maximum of the organization', async () => {
    const { key, organizationId } = await founded();
    await world.db.query(fill, [organizationId, 1000]);
    const refused = await post({ term: 'one more', replacement: 'word' }, { key });
    expect([refused.status, refused.body.code]).toEqual([409, 'pronunciation.too_many']);
    expect(refused.body.error).toContain('1000');
  });

  it('is searched by its term, page after page', async () => {
    const { key, add, terms } = await founded();
    for (const term of ['Xerox 100%', 'Other', 'xeRox']) await add({ term, replacement: 'word' });
    expect(await terms('?search=xerox')).toEqual(['xeRox', 'Xerox 100%']);
    const page = await world.request('GET', `${path}?search=xerox&pageSize=1`, { key });
    const next = new URL(page.body.metadata.nextPage);
    expect(await terms(next.search)).toEqual(['Xerox 100%']);
  });
});

it('an agent speaks with the entries of its languages and of every language', async () => {
  const { add, spoken } = await founded();
  await add({ term: 'all', replacement: 'word' });
  await add({ term: 'british', language: 'en-GB', replacement: 'word' });
  await add({ term: 'german', language: 'de', replacement: 'word' });
  expect(await spoken('en-US')).toEqual(['british', 'all']);
  expect(await spoken('DE-at', 'en')).toEqual(['german', 'british', 'all']);
  expect(await (await founded()).spoken('en')).toEqual([]);
});

describe('listening to a term', () => {
  const listen = (body: object, options: RequestOptions = {}) =>
    world.request('POST', `${path}/speak`, { body, ...options });

  it('plays the replacement by the embedded voice, without a key and without storing the entry', async () => {
    const { key, terms } = await founded();
    const heard = await listen({ term: 'Xerox', replacement: 'zee rocks' }, { key });
    expect([heard.status, heard.headers['content-type'], heard.text.slice(0, 4)]).toEqual([
      ...[200, 'audio/wav'],
      'RIFF',
    ]);
    expect(Number(heard.headers['content-length'])).toBeGreaterThan(16_000);
    expect((await listen({ term: 'Hewlett', replacement: 'zee rocks' }, { key })).text).toBe(heard.text);
    expect((await listen({ term: 'Xerox', replacement: 'rocks' }, { key })).text).not.toBe(heard.text);
    expect(await terms()).toEqual([]);
  });

  it("plays it by an agent's voice", async () => {
    const { key } = await founded();
    const { body: agent } = await world.request('POST', '/api/agents', {
      key,
      body: { name: 'Ada', prompt: 'Be kind.', voice: { provider: 'flite', voice: 'rms' } },
    });
    const entry = { term: 'Xerox', replacement: 'zee rocks' };
    const own = await listen({ ...entry, agentId: agent.agentId }, { key });
    expect(own.status).toBe(200);
    expect(own.text).not.toBe((await listen(entry, { key })).text);
    const foreign = await listen({ ...entry, agentId: agent.agentId });
    expect([foreign.status, foreign.body.details[0].field]).toEqual([400, 'agentId']);
  });

  it('says why a voice cannot speak it', async () => {
    const { key } = await founded();
    const german = await listen({ term: 'Xerox', language: 'de', replacement: 'Sieroks' }, { key });
    expect([german.status, german.body.error]).toEqual([
      400,
      'language: is not spoken by the embedded voice; choose an agent whose voice speaks it',
    ]);
    const chinese = await listen({ term: 'Xerox', replacement: '施乐' }, { key });
    expect([chinese.status, chinese.body.error]).toEqual([
      400,
      'replacement: cannot be spoken by flite: the text has no word in Latin script',
    ]);
    const { body: agent } = await world.request('POST', '/api/agents', {
      key,
      body: { name: 'Ada', prompt: 'Be kind.', voice: { provider: 'elevenlabs' } },
    });
    const keyless = await listen({ term: 'Xerox', ipa: 'zi', agentId: agent.agentId }, { key });
    expect([keyless.status, keyless.body.details[0].field]).toEqual([400, 'agentId']);
    expect(keyless.body.error).toContain('elevenlabs');
    expect((await listen({ term: 'Xerox' }, { key })).body.details[0].field).toBe('replacement');
  });
});

describe('the dictionary as a file', () => {
  const send = (file: string, key: string) =>
    world.request('POST', `${path}/import`, { body: file, key, headers: { 'content-type': 'text/csv' } });
  const read = async (key: string) => (await world.request('GET', `${path}/export`, { key })).text;

  it('is exported, changed and imported again', async () => {
    const { key, add } = await founded();
    await add({ term: 'Xerox, Inc.', replacement: 'zee-rocks', ipa: 'ˈzɪərɒks', language: 'en-US' });
    await add({ term: '-5 %', replacement: '=minus five' });
    await add({ term: 'kept', replacement: 'word' });
    const file = await read(key);
    expect(file.split('\r\n')).toEqual([
      'term,language,replacement,ipa',
      "'-5 %,,'=minus five,",
      'kept,,word,',
      '"Xerox, Inc.",en-US,zee-rocks,ˈzɪərɒks',
      '',
    ]);
    expect((await send(file, key)).body).toEqual({ created: 0, updated: 0, unchanged: 3 });
    const other = await founded();
    expect((await send(file, other.key)).body).toEqual({ created: 3, updated: 0, unchanged: 0 });
    expect(await read(other.key)).toBe(file);
    const changed = await send('term;replacement\nKEPT;words\nnew;word\n', key);
    expect(changed.body).toEqual({ created: 1, updated: 1, unchanged: 0 });
    const trail = await auditOfRequest(world.db, changed.headers['x-request-id'] as string);
    expect(trail.map(({ actionVerb, resourceLabel }) => [actionVerb, resourceLabel])).toEqual([
      ['updated', 'KEPT'],
      ['created', 'new'],
    ]);
  });

  it.each([
    ['', 'body: needs a first line with term, language, replacement, ipa'],
    [
      'term,replacment\na,b\n',
      'body: has the unknown column "replacment"; use term, language, replacement, ipa',
    ],
    ['term,term\na,b\n', 'body: names a column twice'],
    ['term,replacement\na,b\n\nc\n', 'row 4, replacement: give a replacement, IPA or both'],
    ['term,replacement\na,b\n,c\n', 'row 3, term: '],
    ['term,ipa\na,/zi/\n', 'row 2, ipa: must be characters of the'],
    ['term,replacement\na,b,c\n', 'row 2, field 3: is not a known field'],
    ['term,replacement,language\nA,b,en\nc,d,en\na,e,en-GB\n', 'row 4, term: is in row 2 already'],
    ['term,replacement\n"a,b\n', 'body: row 2 has a quote that is not closed'],
    [`term,replacement\n${'a,b\n'.repeat(1001)}`, 'body: has more than 1000 entries'],
  ])('is refused as a whole: %j', async (file, message) => {
    const { key, add, terms } = await founded();
    await add({ term: 'before', replacement: 'word' });
    const refused = await send(file, key);
    expect(refused.status).toBe(400);
    expect(refused.body.error).toContain(message);
    expect(await terms()).toEqual(['before']);
  });

  it('does not exceed the maximum of the organization', async () => {
    const { key, organizationId, terms } = await founded();
    await world.db.query(fill, [organizationId, 999]);
    const refused = await send('term,replacement\nterm 1,other\na,b\nc,d\n', key);
    expect([refused.status, refused.body.code]).toEqual([409, 'pronunciation.too_many']);
    expect(await terms('?search=a')).toEqual([]);
    expect((await send('term,replacement\nterm 1,other\na,b\n', key)).status).toBe(200);
  });
});
