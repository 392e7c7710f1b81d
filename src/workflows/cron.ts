/** What a field of a cron expression may say. */
interface Field {
  name: string;
  min: number;
  max: number;
  /** Names for values, from `min` on. */
  names?: readonly string[];
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** The five fields of POSIX crontab(5), in order; 7 is Sunday too. */
const fields: readonly Field[] = [
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day of the month', min: 1, max: 31 },
  { name: 'month', min: 1, max: 12, names: months },
  { name: 'day of the week', min: 0, max: 7, names: days },
];

/** The longest month of each number, in a leap year. */
const daysOfMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export const cronCharactersMax = 200;

// What is wrong with a cron expression, or null: five fields, each `*` or a list of values and ranges, with steps
// behind `*` and ranges (`*/15`, `9-17/2`), months and days of the week also by their first three English letters. A
// day that none of its months has (31 February) is wrong, because it would never come.
export function cronProblem(expression: string): string | null {
  const texts = expression.trim().split(/\s+/);
  if (texts.length !== fields.length || expression.length > cronCharactersMax) {
    return 'must have five fields: minute, hour, day of the month, month, day of the week (such as 0 9 * * mon-fri)';
  }
  const values: number[][] = [];
  for (const [index, field] of fields.entries()) {
    const found = valuesOf(texts[index]!, field);
    if (found === null) {
      return `has a ${field.name} that is not *, a value, a range or a list from ${field.min} to ${field.max}`;
    }
    values.push(found);
  }
  // Where both days are restricted either of them is enough, and a day of the week comes every week.
  const comes = texts[4] !== '*' || values[3]!.some((month) => values[2]![0]! <= daysOfMonth[month - 1]!);
  return comes ? null : 'names a day of the month that none of its months has';
}

/** The values that a field stands for, ascending; null when it cannot be read. */
function valuesOf(text: string, field: Field): number[] | null {
  const values = new Set<number>();
  for (const part of text.toLowerCase().split(',')) {
    const match = /^(?:(\*)|([a-z]{3}|\d{1,2})(?:-([a-z]{3}|\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(part);
    if (!match) return null;
    const [, all, first, last, stepText] = match;
    const from = all ? field.min : numberOf(first!, field);
    const to = all ? field.max : last === undefined ? from : numberOf(last, field);
    const step = stepText === undefined ? 1 : Number(stepText);
    // A step behind a single value would say nothing.
    if (from === null || to === null || to < from || step < 1) return null;
    if (stepText !== undefined && !all && last === undefined) return null;
    for (let value = from; value <= to; value += step) values.add(value);
  }
  return [...values].sort((a, b) => a - b);
}

function numberOf(text: string, { names, min, max }: Field): number | null {
  const named = names?.indexOf(text) ?? -1;
  const value = named >= 0 ? named + min : /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : null;
}
