import type { StoredRow } from './check-row.ts';
import type { ColumnPlan } from './columns.ts';

/** A row to take: its number, and its other values by column. */
export interface ImportRow {
  phoneNumber: string;
  values: Map<string, string>;
}

/** Returns the values of a row by the meaning of its columns. An empty field counts as absent. */
export function importRow(plan: ColumnPlan, [, phoneNumber, fields]: StoredRow): ImportRow {
  const values = new Map<string, string>();
  plan.targets.forEach((target, i) => {
    const field = fields[i]!;
    if (target !== null && target !== 'phoneNumber' && field !== '') values.set(target, field);
  });
  return { phoneNumber, values };
}
