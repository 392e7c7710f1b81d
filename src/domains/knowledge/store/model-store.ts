import { firstRow, type Queryable, readStatement, statement } from '../../../platform/db/index.ts';
import type { EmbeddingChoice } from '../model-schemas.ts';

const lease = `interval '60 seconds'`;
const columns = `organization_id as "organizationId", configuration, generation, center,
  similarity_min::float8 as "similarityMin"`;
const own = 'organization_id = $1 and claims = $2';

const select = readStatement(
  'knowledge.get_model',
  `select ${columns} from knowledge_models where organization_id = $1 and configuration is not null`,
);
const selectState = readStatement(
  'knowledge.get_model_state',
  `select m.configuration, m.dimensions, m.problem, m.chosen_at as "chosenAt", m.chunk_tokens::float8 as "chunkTokens",
     m.question_tokens::float8 as "questionTokens",
     (select coalesce(sum(s.chunk_count), 0)::int from knowledge_sources s where s.organization_id = $1) as "chunkCount",
     (select count(*)::int from knowledge_vectors v
      where v.organization_id = $1 and v.generation = m.generation) as "embeddedCount",
     (select count(*)::int from knowledge_vectors v
      where v.organization_id = $1 and v.refused_generation = m.generation) as "refusedCount"
   from (select) one left join knowledge_models m on m.organization_id = $1 and m.configuration is not null`,
);
const choose = statement(
  'knowledge.choose_model',
  `insert into knowledge_models as m (organization_id, configuration, generation, dimensions, center, similarity_min, due_at, chosen_at)
   values ($1, $2, 1, $3, $4, $5, now(), now())
   on conflict (organization_id) do update set configuration = excluded.configuration, due_at = now(), chosen_at = now(),
     failures = 0, problem = null, claims = m.claims + 1`,
);
const replace = statement(
  'knowledge.replace_model',
  `update knowledge_models set generation = generation + 1, dimensions = $3, center = $4, similarity_min = $5
   where organization_id = $1 and not (configuration is not null and dimensions = $3
     and configuration ->> 'provider' = $2::json ->> 'provider' and configuration ->> 'model' = $2::json ->> 'model')`,
);
const retryRefused = statement(
  'knowledge.retry_refused_chunks',
  `update knowledge_vectors set refused_generation = null, refusal = null
   where organization_id = $1 and refused_generation is not null`,
);
// The generation goes up, so that vectors that are not removed yet are not those of a model that is chosen next.
const switchOff = statement(
  'knowledge.switch_model_off',
  `update knowledge_models set configuration = null, generation = generation + 1, claims = claims + 1, due_at = now(),
     failures = 0, problem = null
   where organization_id = $1 and configuration is not null returning 1`,
);
const claim = statement(
  'knowledge.claim_model',
  `update knowledge_models m set due_at = now() + ${lease}, claims = m.claims + 1
   from (
     select organization_id from knowledge_models due where due_at <= now() and (
       configuration is not null and exists (select from knowledge_vectors v
         where v.organization_id = due.organization_id and v.generation < due.generation
           and v.refused_generation is distinct from due.generation)
       or configuration is null and exists (select from knowledge_vectors v
         where v.organization_id = due.organization_id and v.generation > 0))
     order by due_at limit 1 for update skip locked) next
   where m.organization_id = next.organization_id
   returning m.organization_id as "organizationId", m.configuration, m.generation, m.center, m.claims, m.failures`,
);
const extend = statement(
  'knowledge.extend_model_claim',
  `update knowledge_models set due_at = now() + ${lease}, chunk_tokens = chunk_tokens + $3, batches = batches + 1,
     failures = 0, problem = null where ${own} returning batches`,
);
const giveBack = statement(
  'knowledge.give_model_back',
  `update knowledge_models set due_at = now() where ${own}`,
);
const fail = statement(
  'knowledge.fail_model',
  `update knowledge_models set due_at = now() + make_interval(secs => $3::int), failures = least(failures + 1, 100),
     problem = $4 where ${own}`,
);
const countQuestion = statement(
  'knowledge.count_question_tokens',
  'update knowledge_models set question_tokens = question_tokens + $2 where organization_id = $1',
);

/** The embedding model of an organization. */
export interface ChosenModel {
  organizationId: string;
  configuration: EmbeddingChoice;
  generation: number;
  /** What the vectors have in common, as 32-bit numbers. */
  center: Buffer;
  similarityMin: number;
}

/** The work of one organization that this process holds: vectors to make, or to remove when the model was switched off. */
export interface ClaimedModel extends Pick<ChosenModel, 'organizationId' | 'generation' | 'center'> {
  configuration: EmbeddingChoice | null;
  claims: number;
  failures: number;
}

/** Returns the embedding model of an organization; null when its knowledge is searched by words alone. */
export function findModel(db: Queryable, organizationId: string): Promise<ChosenModel | null> {
  return firstRow(db, select, [organizationId]);
}

/** The embedding model as the API shows it. */
export interface ModelState {
  configuration: EmbeddingChoice | null;
  dimensions: number | null;
  problem: string | null;
  chosenAt: string | null;
  chunkTokens: number | null;
  questionTokens: number | null;
  chunkCount: number;
  embeddedCount: number;
  refusedCount: number;
}

export async function findModelState(db: Queryable, organizationId: string): Promise<ModelState> {
  return (await db.query<ModelState>(selectState, [organizationId]))[0]!;
}

/**
 * Stores the choice of a model. All chunks are embedded anew, unless it is the same one as before. Chunks that it refused are
 * tried again.
 */
export async function storeModel(
  tx: Queryable,
  { organizationId, configuration, center, similarityMin }: Omit<ChosenModel, 'generation'>,
): Promise<void> {
  const values = [organizationId, JSON.stringify(configuration), center.length / 4, center, similarityMin];
  await tx.query(replace, values);
  await tx.query(choose, values);
  await tx.query(retryRefused, [organizationId]);
}

/** Ends the search by meaning. Returns false when there was none. The vectors are removed soon. */
export async function switchModelOff(tx: Queryable, organizationId: string): Promise<boolean> {
  return (await tx.query(switchOff, [organizationId])).length > 0;
}

/** Claims the work that is due longest, or null when there is none. */
export function claimModel(db: Queryable): Promise<ClaimedModel | null> {
  return firstRow(db, claim);
}

/**
 * Extends the claim and adds tokens. Returns the number of the batch that may be stored in this transaction; null when the claim is
 * lost, because another model was chosen or the lease had ended.
 */
export async function extendModelClaim(
  tx: Queryable,
  { organizationId, claims }: ClaimedModel,
  tokens: number,
): Promise<number | null> {
  const [row] = await tx.query<{ batches: number }>(extend, [organizationId, claims, tokens]);
  return row?.batches ?? null;
}

/** Lets any process go on at once. */
export async function giveModelBack(db: Queryable, { organizationId, claims }: ClaimedModel): Promise<void> {
  await db.query(giveBack, [organizationId, claims]);
}

/** Notes why chunks were not embedded, and when that is tried again. */
export async function failModel(
  db: Queryable,
  { organizationId, claims }: ClaimedModel,
  pauseSeconds: number,
  problem: string,
): Promise<void> {
  await db.query(fail, [organizationId, claims, pauseSeconds, problem]);
}

/** Adds the tokens of questions. */
export async function countQuestionTokens(
  db: Queryable,
  organizationId: string,
  tokens: number,
): Promise<void> {
  await db.query(countQuestion, [organizationId, tokens]);
}
