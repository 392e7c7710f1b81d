import type { CsvRecord } from '../../platform/csv/index.ts';
import { normalizeListedNumber } from '../../platform/kernel/index.ts';
import type { ColumnPlan } from './columns.ts';
import type { NumberSet } from './number-set.ts';

/** A row with a valid form: its row in a spreadsheet, its number in E.164, and its fields as written. */
export type StoredRow = [line: number, phoneNumber: string, fields: readonly string[]];

/** A refused row and the reason: `<field>: <message>`. */
export interface RefusedRow {
  /** Its row in a spreadsheet. */
  line: number;
  error: string;
  fields: readonly string[];
}

export interface RowRules {
  plan: ColumnPlan;
  /** The default country of numbers without a country code. Null refuses such numbers. */
  country: string | null;
  /** The numbers of earlier rows. Null lets a number appear twice. */
  seen: NumberSet | null;
}

const fieldCharactersMax = 4096;

/** Checks a row by itself and against earlier rows. */
export function checkRow({ row: line, fields }: CsvRecord, rules: RowRules): StoredRow | RefusedRow {
  const { header, targets } = rules.plan;
  const refused = (error: string): RefusedRow => ({ line, error, fields });
  if (fields.length !== header.length)
    return refused(`row: has ${fields.length} fields where the header has ${header.length}`);
  const long = fields.findIndex((field) => field.length > fieldCharactersMax);
  if (long !== -1) return refused(`${header[long]}: is longer than ${fieldCharactersMax} characters`);
  const number = normalizeListedNumber(fields[targets.indexOf('phoneNumber')]!, rules.country);
  if ('error' in number) return refused(`phoneNumber: ${number.error}`);
  const first = rules.seen?.add(number.e164, line);
  if (first !== undefined) return refused(`phoneNumber: appears in row ${first} too`);
  return [line, number.e164, fields];
}
