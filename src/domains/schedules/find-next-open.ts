import type { ReadScope } from '../../platform/audit/index.ts';
import { invalid, normalizePhoneNumber } from '../../platform/kernel/index.ts';
import { type CustomerPlace, explainPlace, locateCustomer } from './customer-zones.ts';
import { nextOpen } from './next-open.ts';
import { getSchedule } from './read.ts';
import type { NextOpen, Schedule } from './schemas.ts';

/** Returns when the schedule allows calling a number, as the dialer would judge it at `nowMs`. */
export async function findNextOpen(
  scope: ReadScope,
  scheduleId: string,
  asked: { phoneNumber?: string | undefined; timeZone?: string | undefined },
  nowMs: number,
): Promise<NextOpen> {
  const e164 = asked.phoneNumber === undefined ? null : normalized(asked.phoneNumber);
  const schedule = await getSchedule(scope, scheduleId);
  const { zones, source, explanation } = zonesFor(schedule, e164, asked.timeZone ?? null);
  const opensAtMs = nextOpen(schedule, zones, nowMs);
  return {
    scheduleId,
    phoneNumber: e164,
    open: opensAtMs === nowMs,
    nextOpen: opensAtMs === null ? null : new Date(opensAtMs).toISOString(),
    timeZones: [...zones],
    timeZoneSource: source,
    explanation,
  };
}

function normalized(text: string): string {
  const result = normalizePhoneNumber(text);
  if ('error' in result) throw invalid('phoneNumber', result.error);
  return result.e164;
}

interface Zones {
  zones: readonly string[];
  source: 'schedule' | CustomerPlace['source'];
  explanation: string;
}

function zonesFor(schedule: Schedule, e164: string | null, timeZone: string | null): Zones {
  if (schedule.timeZone !== 'customer') {
    const explanation = `The schedule uses ${schedule.timeZone} for all called parties.`;
    return { zones: [schedule.timeZone], source: 'schedule', explanation };
  }
  if (e164 === null && timeZone === null) {
    throw invalid('phoneNumber', "is required, because the schedule uses the called party's time zone");
  }
  const place = locateCustomer(e164 ?? '', timeZone);
  return { ...place, explanation: explainPlace(place) };
}
