import type { QueryOf } from '../../api/schema.ts';
import { type DateRange, dayText } from './range.ts';

export type By = NonNullable<QueryOf<'/api/analytics/breakdown'>['by']>;

/** The filters of the address besides the range. */
export interface Narrowing {
  agentId?: string | undefined;
  campaignId?: string | undefined;
  trunkId?: string | undefined;
  type?: string | undefined;
}

/** Returns the filters of the list with the calls of a range. */
export function callsOfRange(range: DateRange, narrowing: Narrowing): Record<string, string> {
  const given = Object.entries(narrowing).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return {
    ...Object.fromEntries(given),
    ...{ status: 'ended,canceled', from: dayText(range.from) },
    to: dayText(new Date(range.to.getTime() - 1)),
  };
}

/**
 * Returns the filters of the list with the conversations of a period, newest first. With `leastMs`, only those in which a
 * response took at least so long.
 */
export function callsOfResponses(
  { from, to }: { from: string; to: string },
  narrowing: Narrowing,
  leastMs?: number,
): Record<string, string> {
  const given = Object.entries(narrowing).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return {
    ...Object.fromEntries(given),
    ...{ status: 'ended,canceled', hasConversation: 'true', from, to },
    ...(leastMs === undefined ? {} : { responseGte: String(leastMs / 1000) }),
  };
}

const parameters: Partial<Record<By, string>> = {
  agent: 'agentId',
  'agent-version': 'agentVersion',
  campaign: 'campaignId',
  trunk: 'trunkId',
  'hour-of-day': 'hour',
  type: 'type',
};

/** Returns the filters of the list with the calls of a group, which is empty for calls without the property. */
export function callsOfGroup(
  by: By,
  group: string,
  calls: Record<string, string>,
  timeZone: string,
): Record<string, string> {
  const none = by === 'agent-version' ? '0' : 'none';
  return {
    ...calls,
    [parameters[by] ?? '']: group || none,
    ...(by === 'hour-of-day' ? { timeZone } : {}),
  };
}
