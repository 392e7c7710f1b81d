import type { CsvRecord } from '../../platform/csv/index.ts';
import { normalizeListedNumber } from '../../platform/kernel/index.ts';
import type { ColumnPlan } from './columns.ts';
import type { NumberSet } from './number-set.ts';

/** A row that can be taken by its form: its line, its number as E.164, and its fields as they were written. */
export type StoredRow = [line: number, phoneNumber: string, fields: readonly string[]];

/** A row that was not taken, and why: `<field>: <message>`. */
export interface RefusedRow {
  line: number;
  error: string;
  fields: readonly string[];
}

export interface RowRules {
  plan: ColumnPlan;
  /** How numbers are read that are not international; null: not at all. */
  country: string | null;
  /** The numbers that were there before; null: a number may be there twice. */
  seen: NumberSet | null;
}

const fieldCharactersMax = 4096;

/** What can be said of a row by itself and by those before it. */
export function checkRow({ line, fields }: CsvRecord, rules: RowRules): StoredRow | RefusedRow {
  const { header, targets } = rules.plan;
  const refused = (error: string): RefusedRow => ({ line, error, fields });
  if (fields.length !== header.length)
    return refused(`row: has ${fields.length} fields where the header has ${header.length}`);
  const long = fields.findIndex((field) => field.length > fieldCharactersMax);
  if (long !== -1) return refused(`${header[long]}: is longer than ${fieldCharactersMax} characters`);
  const number = normalizeListedNumber(fields[targets.indexOf('phoneNumber')]!, rules.country);
  if ('error' in number) return refused(`phoneNumber: ${number.error}`);
  const firstLine = rules.seen?.add(number.e164, line);
  if (firstLine !== undefined) return refused(`phoneNumber: is that of line ${firstLine} too`);
  return [line, number.e164, fields];
}
