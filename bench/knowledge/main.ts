/**
 * `npm run bench:knowledge [-- --sizes 1000,10000,100000 --folder DIR --random --no-others]` fills an organization with the handbook
 * of the tests and with further documents of other words. At each size it asks the 200 questions of the tests, and prints recall and
 * times of a search by words, by vectors and by both. The vectors are those of a small model, and with `--random` random ones.
 * Ten other organizations have as much together as the largest size.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import type { Database } from '../../src/platform/db/index.ts';
import { fillKnowledge } from '../../test/knowledge/fill.ts';
import { handbookDocuments } from '../../test/knowledge/handbook.ts';
import { install } from '../installation.ts';
import { copyKnowledge, countLexemes, fillMany } from './fill.ts';
import { measureRecall } from './recall.ts';
import { Variants } from './variants.ts';
import { RandomVectors } from './vectors.ts';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,10000,100000' },
    folder: { type: 'string', default: tmpdir() },
    /** Takes random vectors of 1,536 dimensions instead of those of a model with 100. */
    random: { type: 'boolean', default: false },
    /** `--no-others` leaves out the other organizations, which take half of the time to fill. */
    others: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const sizes = values.sizes.split(',').map(Number);
const folder = await mkdtemp(join(values.folder, 'parley-knowledge-'));
try {
  const installation = await install(folder);
  const client = new pg.Client({ connectionString: installation.order.connectionString });
  await client.connect();
  try {
    await measureAll(client, installation.db, installation.owner.organizationId);
  } finally {
    await client.end();
    await installation.close();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measureAll(client: pg.Client, db: Database, organizationId: string): Promise<void> {
  const documents = handbookDocuments();
  const names = await fillKnowledge(db, organizationId, documents);
  const { rows } = await client.query<{ id: string }>('select source_id as id from knowledge_sources');
  const sourceId = rows[0]!.id;
  const variants = new Variants(documents);
  const vectors = new RandomVectors();
  let made = 0;
  for (const [index, size] of sizes.entries()) {
    const startedAtMs = performance.now();
    while ((await count(client, organizationId)) < size)
      await fillMany(
        client,
        organizationId,
        sourceId,
        variants.make(++made).slice(0, await missing(client, organizationId, size)),
      );
    await countLexemes(client, organizationId, sourceId);
    if (values.others && index === sizes.length - 1) await fillOthers(client, db, documents, size);
    await client.query('vacuum analyze');
    const filledMs = performance.now() - startedAtMs;
    console.log(`${await count(client, organizationId)} chunks, filled in ${(filledMs / 1000).toFixed(0)} s`);
    if (!values.random) await measureRecall(client, db, organizationId, names);
    else {
      await vectors.fill(client, organizationId);
      await client.query('vacuum analyze knowledge_vectors, knowledge_vector_values');
      await vectors.measure(db, client, organizationId);
    }
  }
  console.log(await tableSizes(client));
}

/** Gives ten other organizations a tenth of the chunks each. */
async function fillOthers(
  client: pg.Client,
  db: Database,
  documents: ReturnType<typeof handbookDocuments>,
  size: number,
): Promise<void> {
  await client.query("insert into organizations (organization_id, name) values ('org_other0', 'Other')");
  await fillKnowledge(db, 'org_other0', documents);
  const { rows } = await client.query<{ id: string }>(
    "select source_id as id from knowledge_sources where organization_id = 'org_other0'",
  );
  const variants = new Variants(documents);
  for (let number = 1; (await count(client, 'org_other0')) < size / 10; number++)
    await fillMany(client, 'org_other0', rows[0]!.id, variants.make(number));
  await countLexemes(client, 'org_other0', rows[0]!.id);
  for (let other = 1; other < 10; other++) await copyKnowledge(client, 'org_other0', `org_other${other}`);
}

async function count(client: pg.Client, organizationId: string): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    'select count(*)::int as n from knowledge_chunks where organization_id = $1',
    [organizationId],
  );
  return rows[0]!.n;
}

/** How many documents bring the organization to a size, about. */
async function missing(client: pg.Client, organizationId: string, size: number): Promise<number> {
  return Math.ceil((size - (await count(client, organizationId))) / 6);
}

async function tableSizes(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string; size: string; indexes: string }>(
    `select relname as name, pg_size_pretty(pg_table_size(oid)) as size, pg_size_pretty(pg_indexes_size(oid)) as indexes
     from pg_class where relname like 'knowledge%' and relkind = 'r' order by relname`,
  );
  return rows.map(({ name, size, indexes }) => `${name}: ${size}, indexes ${indexes}`).join('\n');
}
