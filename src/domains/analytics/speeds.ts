import type { ReadScope } from '../../platform/audit/index.ts';
import { periodOf } from './period.ts';
import type { ProviderSpeeds, SpeedQuery } from './schemas.ts';
import { selectSpeeds } from './store/speeds.ts';

/** Returns how fast the providers were in the organization's conversations of the last seven days. */
export async function providerSpeeds(
  { db, actor }: ReadScope,
  asked: SpeedQuery,
  nowMs: number,
): Promise<ProviderSpeeds> {
  const period = periodOf(asked, nowMs, { daysMax: 31, defaultDays: 7 });
  return { ...period, speeds: await selectSpeeds(db, actor.organizationId, period) };
}
