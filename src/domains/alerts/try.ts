import type { ReadScope } from '../../platform/audit/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { checkReferences, checkRule } from './check-rule.ts';
import { type Reading, usualValue } from './measures.ts';
import { readSteps, weekMs, weeks } from './read-rule.ts';
import type { CreateAlertRule, TriedRule } from './schemas.ts';
import { calm, decide, limitOf, type Watch } from './state.ts';

const minuteMs = 60_000;
/** The most conversations whose records a trial opens. */
const callsMax = 5000;

/** Returns what a rule would have done within the last seven days. Readings are a quarter of an hour apart or less often. */
export async function tryRule(
  { db, actor }: ReadScope & { db: Database },
  rule: CreateAlertRule,
  nowMs: number,
): Promise<TriedRule> {
  const { organizationId } = actor;
  checkRule(rule);
  await db.transaction((tx) => checkReferences(tx, organizationId, rule, null));
  const stepMs = rule.windowMinutes >= 360 ? 60 * minuteMs : 15 * minuteMs;
  const toMs = Math.floor(nowMs / minuteMs) * minuteMs;
  const period = { fromMs: toMs - weekMs, toMs, stepMs, callsMax };
  const readings = await readSteps(db, organizationId, rule, period);
  const earlier: Reading[][] = [];
  if (rule.comparedTo === 'earlier-weeks') {
    for (const week of weeks) {
      const shift = week * weekMs;
      const shifted = { ...period, fromMs: period.fromMs - shift, toMs: toMs - shift };
      earlier.push(await readSteps(db, organizationId, rule, shifted));
    }
  }
  const limits = readings.map((_, at) =>
    limitOf(
      rule,
      usualValue(
        earlier.map((week) => week[at]!),
        rule.minimumCalls,
      ),
    ),
  );
  const places = readings.map((reading, at) => ({
    reading,
    limit: limits[at]!,
    nowMs: period.fromMs + at * stepMs,
    alertId: String(at),
  }));
  return {
    from: instant(period.fromMs),
    to: instant(toMs),
    stepMinutes: stepMs / minuteMs,
    readings: places.map(({ reading, limit, nowMs: at }) => ({ at: instant(at), ...reading, limit })),
    alerts: playedAlerts(rule, places),
  };
}

/** Plays the readings through the decisions of a rule. */
function playedAlerts(rule: CreateAlertRule, places: readonly Parameters<typeof decide>[2][]) {
  const alerts: TriedRule['alerts'] = [];
  let watch: Watch = calm;
  for (const place of places) {
    const before = watch;
    const decision = decide(rule, before, place);
    watch = decision.watch;
    const open = alerts.at(-1);
    if (decision.change === 'begins')
      alerts.push({ beganAt: instant(place.nowMs), endedAt: null, worst: place.reading.value! });
    else if (decision.change === 'ends' && open) open.endedAt = instant(place.nowMs);
    else if (watch.worst !== null && open) open.worst = watch.worst;
  }
  return alerts;
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}
