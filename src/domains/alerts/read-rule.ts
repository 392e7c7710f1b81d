import type { Database } from '../../platform/db/index.ts';
import { addedUp, isOfNow, noAmounts, type Reading, readingOf, usualValue } from './measures.ts';
import type { RuleFields } from './schemas.ts';
import { readAmounts, readQueueWait, readTeamWait } from './store/readings.ts';
import type { StoredRule, Usual } from './store/rules.ts';

const minuteMs = 60_000;
export const weekMs = 7 * 24 * 60 * minuteMs;
/** The earlier weeks that a rule compares with. */
export const weeks = [1, 2, 3, 4];
/** How long the usual value of earlier weeks holds. */
const usualForMs = 15 * minuteMs;
/** The conversations whose records a reading opens. */
const callsMax = 1000;

type Measured = Pick<
  RuleFields,
  'measure' | 'agentId' | 'campaignId' | 'teamId' | 'phrase' | 'stage' | 'windowMinutes' | 'minimumCalls'
>;

/** Reads the measure over the window that ends at `toMs`. */
export async function readWindow(
  db: Database,
  organizationId: string,
  rule: Measured,
  toMs: number,
): Promise<Reading> {
  const { measure, windowMinutes, campaignId, teamId } = rule;
  if (measure === 'queue-wait')
    return { value: await readQueueWait(db, organizationId, campaignId), sample: 0 };
  if (measure === 'team-wait') return { value: await readTeamWait(db, organizationId, teamId), sample: 0 };
  const partMs = windowMinutes * minuteMs;
  const subject = { ...rule, measure };
  const period = { fromMs: toMs - partMs, toMs, partMs };
  const parts = await readAmounts(db, organizationId, subject, period, callsMax);
  return readingOf(measure, parts.get(0) ?? noAmounts, windowMinutes);
}

/** Returns the usual value of earlier weeks: the one that is known, or read anew. */
export async function readUsual(db: Database, rule: StoredRule, nowMs: number): Promise<Usual> {
  if (rule.usual !== null && rule.usual.untilMs > nowMs) return rule.usual;
  const readings: Reading[] = [];
  for (const week of weeks)
    readings.push(await readWindow(db, rule.organizationId, rule, nowMs - week * weekMs));
  return { value: usualValue(readings, rule.minimumCalls), untilMs: nowMs + usualForMs };
}

/** The readings of windows that end at each step of a period. */
export async function readSteps(
  db: Database,
  organizationId: string,
  rule: Measured,
  given: { fromMs: number; toMs: number; stepMs: number; callsMax: number },
): Promise<Reading[]> {
  const { measure, windowMinutes } = rule;
  if (isOfNow(measure)) return [];
  const { fromMs, toMs, stepMs } = given;
  const windowMs = windowMinutes * minuteMs;
  // A step is a whole number of parts, and so is the window.
  const partMs = Math.min(stepMs, windowMs);
  const parts = await readAmounts(
    db,
    organizationId,
    { ...rule, measure },
    { fromMs: fromMs - windowMs, toMs, partMs },
    given.callsMax,
  );
  const readings: Reading[] = [];
  for (let atMs = fromMs; atMs <= toMs; atMs += stepMs) {
    const last = Math.round((atMs - fromMs + windowMs) / partMs);
    const own = Array.from({ length: Math.round(windowMs / partMs) }, (_, n) => parts.get(last - 1 - n));
    const amounts = addedUp(own.filter((one) => one !== undefined));
    readings.push(readingOf(measure, amounts, windowMinutes));
  }
  return readings;
}
