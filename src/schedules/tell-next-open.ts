import type { ReadScope } from '../audit/index.ts';
import { invalid, normalizePhoneNumber } from '../kernel/index.ts';
import { customerZones } from './customer-zones.ts';
import { getSchedule } from './get.ts';
import { nextOpen } from './next-open.ts';
import type { NextOpen } from './schemas.ts';

/** When the schedule allows calling a number, as the dialer would judge it at `nowMs`. */
export async function tellNextOpen(
  scope: ReadScope,
  scheduleId: string,
  phoneNumber: string | undefined,
  nowMs: number,
): Promise<NextOpen> {
  const e164 = phoneNumber === undefined ? null : normalized(phoneNumber);
  const schedule = await getSchedule(scope, scheduleId);
  const timeZones = schedule.timeZone === 'customer' ? zonesOf(e164) : [schedule.timeZone];
  const opensAtMs = nextOpen(schedule, timeZones, nowMs);
  return {
    scheduleId,
    phoneNumber: e164,
    open: opensAtMs === nowMs,
    nextOpen: opensAtMs === null ? null : new Date(opensAtMs).toISOString(),
    timeZones,
  };
}

function normalized(text: string): string {
  const result = normalizePhoneNumber(text);
  if ('error' in result) throw invalid('phoneNumber', result.error);
  return result.e164;
}

function zonesOf(e164: string | null): string[] {
  if (e164 === null) {
    throw invalid('phoneNumber', "is required, because the schedule goes by the called party's time zone");
  }
  return [...customerZones(e164)];
}
