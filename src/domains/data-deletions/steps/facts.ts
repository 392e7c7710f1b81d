import { eraseFacts } from '../../customer-memory/index.ts';
import type { Step } from './step.ts';

const factsAtOnce = 2000;

/** Removes what agents remembered of the person, in the person's calls and chats, or under a topic with the person's name. */
export const removeFacts: Step = async (tx, person, cursor) => {
  const { count, last } = await eraseFacts(tx, person, cursor ?? '', factsAtOnce);
  const deleted = { customerFacts: count };
  return last === null ? { deleted } : { deleted, cursor: last };
};
