import type { Parley } from '../../sdk/src/index.ts';
import { UsageError } from './command.ts';

/** So many are asked for, to be named where it is not clear which is meant. */
const namedMax = 5;

const few = namedMax + 1;

/** The phone number to call from where the organization has but one; else throws a UsageError that names them. */
export async function onlyNumber({ phoneNumbers }: Parley, signal: AbortSignal): Promise<string> {
  const found = await phoneNumbers.list({ pageSize: few }, { signal }).all(few);
  const choices = found.map(({ phoneNumberId, phoneNumber }) => ({ id: phoneNumberId, name: phoneNumber }));
  return onlyOne('from', 'phone number', choices);
}

/** The same for schedules. */
export async function onlySchedule({ schedules }: Parley, signal: AbortSignal): Promise<string> {
  const found = await schedules.list({ pageSize: few }, { signal }).all(few);
  const choices = found.map(({ scheduleId, name }) => ({ id: scheduleId, name }));
  return onlyOne('schedule', 'schedule', choices);
}

function onlyOne(option: string, kind: string, candidates: readonly { id: string; name: string }[]): string {
  const [first] = candidates;
  if (first === undefined) throw new UsageError(`The organization has no ${kind}: make one first.`);
  if (candidates.length === 1) return first.id;
  const named = candidates.slice(0, namedMax).map(({ id, name }) => `\n  ${id}  ${name}`);
  const more = candidates.length > namedMax ? '\n  …' : '';
  throw new UsageError(`There are several: say which ${kind} with --${option}.${named.join('')}${more}`);
}
