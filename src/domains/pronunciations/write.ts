import { change, type Scope } from '../../platform/audit/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { changesNothing, withChanges } from '../../platform/http/index.ts';
import { ApiError, conflict, invalid, newId, notFound } from '../../platform/kernel/index.ts';
import {
  type CreatePronunciation,
  neitherProblem,
  type Pronunciation,
  pronunciationsMax,
  type UpdatePronunciation,
} from './schemas.ts';
import {
  countPronunciations,
  deletePronunciationRow,
  findPronunciation,
  hasOther,
  insertPronunciation,
  lockDictionary,
  updatePronunciationRow,
} from './store.ts';

/** Adds an entry to the dictionary. It applies to calls that begin from now on. */
export async function createPronunciation(scope: Scope, input: CreatePronunciation): Promise<Pronunciation> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    const id = newId('pronunciation');
    await lockDictionary(tx, organizationId);
    await refuseSecond(tx, organizationId, id, input);
    const made = await insertPronunciation(tx, organizationId, id, input);
    await refuseBeyondMaximum(tx, organizationId);
    return { result: made, audit: { verb: 'created', type: 'pronunciations', id, label: made.term } };
  });
}

/** Changes the given fields. They apply to calls that begin from now on. */
export async function updatePronunciation(
  scope: Scope,
  id: string,
  input: UpdatePronunciation,
): Promise<Pronunciation> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    await lockDictionary(tx, organizationId);
    const current = await findPronunciation(tx, organizationId, id);
    if (!current) throw notFound('pronunciation');
    if (changesNothing(input)) return { result: current, audit: [] };
    const values = withChanges(current, input);
    if (values.replacement === null && values.ipa === null) throw invalid('replacement', neitherProblem);
    await refuseSecond(tx, organizationId, id, values);
    const changed = await updatePronunciationRow(tx, organizationId, id, values);
    return { result: changed, audit: { verb: 'updated', type: 'pronunciations', id, label: changed.term } };
  });
}

export async function deletePronunciation(scope: Scope, id: string): Promise<void> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    const label = await deletePronunciationRow(tx, organizationId, id);
    if (label === null) throw notFound('pronunciation');
    return { result: undefined, audit: { verb: 'deleted', type: 'pronunciations', id, label } };
  });
}

/** Throws a 409 when the transaction has added more entries than an organization may have. */
export async function refuseBeyondMaximum(tx: Queryable, organizationId: string): Promise<void> {
  if ((await countPronunciations(tx, organizationId)) <= pronunciationsMax) return;
  const message = `An organization has at most ${pronunciationsMax} pronunciations. Delete some first.`;
  throw conflict('pronunciation.too_many', message);
}

/** Throws a 409 when another entry has the term in this language. */
async function refuseSecond(
  tx: Queryable,
  organizationId: string,
  id: string,
  { term, language }: Pick<Pronunciation, 'term' | 'language'>,
): Promise<void> {
  if (!(await hasOther(tx, organizationId, id, { term, language }))) return;
  const message = `"${term}" already has a pronunciation ${language === null ? 'for every language' : `in ${language}`}`;
  throw new ApiError(409, 'pronunciation.exists', `${message}. Change that one.`, {
    details: [{ field: 'term', message }],
  });
}
