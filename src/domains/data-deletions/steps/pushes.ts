import { erasePushes } from '../../personalization/index.ts';
import { noteSubjects } from '../store.ts';
import type { Step } from './step.ts';

const pushesAtOnce = 2000;

/** Removes pushes for the number, or that name the id. */
export const removePushes: Step = async (tx, person, cursor) => {
  const pattern = person.by === 'customerUniqueId' ? person.pattern : null;
  const { pushIds, count, last } = await erasePushes(tx, { ...person, pattern }, cursor ?? '', pushesAtOnce);
  await noteSubjects(tx, person, pushIds);
  const deleted = { personalization: count };
  return last === null ? { deleted } : { deleted, cursor: last };
};
