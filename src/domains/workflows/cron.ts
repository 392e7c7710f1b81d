import { Cron } from 'croner';

const fieldNames = ['minute', 'hour', 'day of the month', 'month', 'day of the week'];

export const cronCharactersMax = 200;

/**
 * Returns what is wrong with a cron expression, or null. Five fields as in crontab(5), with English names of months and
 * weekdays; `L` (last), `W` (nearest working day) and `#` (`5#3`: the third Friday) as in other programs. Rejects dates
 * that never occur, such as 31 February.
 */
export function cronProblem(expression: string): string | null {
  const texts = expression.trim().split(/\s+/);
  if (texts.length !== fieldNames.length || expression.length > cronCharactersMax) {
    return 'must have five fields: minute, hour, day of the month, month, day of the week (such as 0 9 * * mon-fri)';
  }
  for (const [index, text] of texts.entries()) {
    const alone = fieldNames.map((_, i) => (i === index ? text : '*')).join(' ');
    // The library replaces `?` by the current time, and `+` requires both days to match.
    if (/[?+]/.test(text) || !isReadable(alone)) return `has an invalid ${fieldNames[index]}`;
  }
  if (nextTime(expression, 'UTC', 0) !== null) return null;
  return 'never occurs: none of its months has that day';
}

/** Returns the next time of a cron expression after a moment in a time zone, or null when there is none. */
export function nextTime(cron: string, timeZone: string, nowMs: number): number | null {
  return read(cron, timeZone).nextRun(new Date(nowMs))?.getTime() ?? null;
}

/** Returns the latest time at or before a moment, or null when there is none. */
export function latestTime(cron: string, timeZone: string, nowMs: number): number | null {
  const [latest] = read(cron, timeZone).previousRuns(1, new Date(nowMs + 1));
  return latest?.getTime() ?? null;
}

function read(cron: string, timezone: string): Cron {
  return new Cron(cron.trim(), { mode: '5-part', timezone });
}

function isReadable(cron: string): boolean {
  try {
    read(cron, 'UTC');
    return true;
  } catch {
    return false;
  }
}
