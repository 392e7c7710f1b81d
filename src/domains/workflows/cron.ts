import { Cron } from 'croner';

const fieldNames = ['minute', 'hour', 'day of the month', 'month', 'day of the week'];

export const cronCharactersMax = 200;

/**
 * What is wrong with a cron expression, or null. Five fields as in crontab(5), months and days of the week also by their
 * first three English letters; `L` (the last one), `W` (the nearest working day) and `#` (the third Friday: `5#3`) as in other
 * programs. What would never come, such as 31 February, is wrong.
 */
export function cronProblem(expression: string): string | null {
  const texts = expression.trim().split(/\s+/);
  if (texts.length !== fieldNames.length || expression.length > cronCharactersMax) {
    return 'must have five fields: minute, hour, day of the month, month, day of the week (such as 0 9 * * mon-fri)';
  }
  for (const [index, text] of texts.entries()) {
    const alone = fieldNames.map((_, i) => (i === index ? text : '*')).join(' ');
    // The library would replace `?` by the moment at which it reads it, and `+` asks for both days to fit.
    if (/[?+]/.test(text) || !isReadable(alone)) return `has a ${fieldNames[index]} that cannot be read`;
  }
  if (nextTime(expression, 'UTC', 0) !== null) return null;
  return 'never comes: none of its months has that day';
}

/** When a cron expression comes next after a moment, on the clock of a time zone; null: never. */
export function nextTime(cron: string, timeZone: string, nowMs: number): number | null {
  return read(cron, timeZone).nextRun(new Date(nowMs))?.getTime() ?? null;
}

/** When it came last, at this moment or before; null: never. */
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
