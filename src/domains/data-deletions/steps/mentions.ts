import type { PersonTexts } from '../../../platform/db/index.ts';
import { personTextsInCalls } from '../../calls/index.ts';
import { personTextsInChats } from '../../chats/index.ts';
import { personTextsInFacts } from '../../customer-memory/index.ts';
import { personTextsInPushes } from '../../personalization/index.ts';
import { personTextsInSuppressions } from '../../suppressions/index.ts';
import type { Step } from './step.ts';
import { eraseMentionsIn } from './store.ts';

/** The tables with texts about people, except those that the other steps remove. */
export const mentioningTables: readonly PersonTexts[] = [
  ...personTextsInCalls,
  ...personTextsInChats,
  ...personTextsInSuppressions,
  ...personTextsInPushes,
  ...personTextsInFacts,
];

/** A step for each table: replaces the number or id in records of other people. */
export const eraseMentions: readonly Step[] = mentioningTables.map(stepThrough);

function stepThrough(table: PersonTexts): Step {
  const erase = eraseMentionsIn(table);
  const first = table.key.map(({ type }) => (type === 'text' ? '' : -1));
  return async (tx, { organizationId, pattern, bare, instead }, cursor) => {
    const after = cursor === null ? first : (JSON.parse(cursor) as (string | number)[]);
    const values = [organizationId, pattern, bare, instead, ...after];
    const [row] = await tx.query<{ last: unknown[] | null; mentions: number }>(erase, values);
    const { last, mentions } = row!;
    return last === null
      ? { deleted: { mentions } }
      : { deleted: { mentions }, cursor: JSON.stringify(last) };
  };
}
