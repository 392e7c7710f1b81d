import type { Parley } from '../../sdk/src/index.ts';
import { UsageError } from './command.ts';

/** The number of resources that are requested, to be named when several exist. */
const namedMax = 5;

const few = namedMax + 1;

/** Returns the organization's phone number when it has only one. Otherwise throws a UsageError that names them. */
export async function onlyNumber({ phoneNumbers }: Parley, signal: AbortSignal): Promise<string> {
  const found = await phoneNumbers.list({ pageSize: few }, { signal }).all(few);
  const choices = found.map(({ phoneNumberId, phoneNumber }) => ({ id: phoneNumberId, name: phoneNumber }));
  return onlyOne('from', 'phone number', choices);
}

/** Returns the organization's schedule when it has only one, as above. */
export async function onlySchedule({ schedules }: Parley, signal: AbortSignal): Promise<string> {
  const found = await schedules.list({ pageSize: few }, { signal }).all(few);
  const choices = found.map(({ scheduleId, name }) => ({ id: scheduleId, name }));
  return onlyOne('schedule', 'schedule', choices);
}

function onlyOne(option: string, kind: string, candidates: readonly { id: string; name: string }[]): string {
  const [first] = candidates;
  if (first === undefined) throw new UsageError(`The organization has no ${kind}. Create one first.`);
  if (candidates.length === 1) return first.id;
  const named = candidates.slice(0, namedMax).map(({ id, name }) => `\n  ${id}  ${name}`);
  const more = candidates.length > namedMax ? '\n  …' : '';
  throw new UsageError(
    `The organization has several. Choose a ${kind} with --${option}:${named.join('')}${more}`,
  );
}
