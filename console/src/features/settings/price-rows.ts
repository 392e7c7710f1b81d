import type { Schema } from '../../api/schema.ts';
import { formatDay } from '../../ui/format.ts';
import { providerNames } from '../../ui/vendors.ts';

export type Price = Schema<'PriceList'>['prices'][number];
export type PriceInput = Schema<'PriceInput'>;
export type PriceKind = Price['kind'];
type Unit = Price['unit'];

/** A price as a person reads and types it: for a minute, a million characters or a million tokens. */
export interface PriceRow {
  kind: PriceKind;
  /** Empty for telephony. */
  provider: string;
  /** null: all models of the provider. */
  model: string | null;
  /** null: all trunks. */
  trunkId: string | null;
  /** null: both directions. */
  direction: 'inbound' | 'outbound' | null;
  incrementSeconds: number;
  unit: Unit;
  /** The text of the field. */
  amount: string;
  /** The number of units that the amount pays for. */
  per: number;
  /** The first day (UTC) of the price; null: always. */
  validFrom: string | null;
}

export const kindLabels: Record<PriceKind, string> = {
  telephony: 'Telephony',
  'speech-to-text': 'Recognizer',
  'language-model': 'Language model',
  'text-to-speech': 'Voice',
  'speech-to-speech': 'Speech-to-speech model',
};
export const priceKinds = Object.keys(kindLabels) as PriceKind[];

/** The units that each kind of usage is counted in. */
export const unitsOf: Record<PriceKind, Unit[]> = {
  telephony: ['minutes'],
  'speech-to-text': ['minutes'],
  'language-model': ['input-tokens', 'output-tokens', 'cached-input-tokens', 'cache-write-input-tokens'],
  'text-to-speech': ['characters'],
  'speech-to-speech': [
    ...(['input-tokens', 'output-tokens', 'input-audio-tokens', 'output-audio-tokens'] as const),
    ...(['cached-input-tokens', 'cached-input-audio-tokens'] as const),
  ],
};

/** Returns the number of units for which people state a price. */
export const usualPer = (unit: Unit) => (unit === 'minutes' || unit === 'seconds' ? 1 : 1_000_000);

/** Returns the rows of a list, in the order of the kinds, then by name and by day. */
export function rowsOf(prices: readonly Price[]): PriceRow[] {
  const rows = prices.map(rowOf);
  return rows.sort(
    (one, other) =>
      priceKinds.indexOf(one.kind) - priceKinds.indexOf(other.kind) ||
      nameOf(one).localeCompare(nameOf(other)) ||
      one.unit.localeCompare(other.unit) ||
      (one.validFrom ?? '').localeCompare(other.validFrom ?? ''),
  );
}

/** Returns a price for the unit that people use, or as it is stored when that amount would have too many decimals. */
export function rowOf(price: Price): PriceRow {
  const isPhone = price.kind === 'telephony';
  const row: PriceRow = {
    kind: price.kind,
    provider: isPhone ? '' : price.provider,
    model: isPhone ? null : price.model,
    trunkId: isPhone ? price.trunkId : null,
    direction: isPhone ? price.direction : null,
    incrementSeconds: isPhone ? price.incrementSeconds : 1,
    ...{ unit: price.unit, amount: price.amount, per: price.per, validFrom: price.validFrom },
  };
  const unit = price.unit === 'seconds' ? 'minutes' : price.unit;
  const per = usualPer(unit);
  const amount = scaled(price.amount, (price.unit === 'seconds' ? 60 : 1) * per, price.per);
  return amount === null ? row : { ...row, unit, per, amount };
}

/** Returns what the API takes. The API reports an amount that is no number. */
export function priceOf(row: PriceRow): PriceInput {
  const { kind, unit, per, validFrom } = row;
  const amount = plainAmount(row.amount);
  const input =
    kind === 'telephony'
      ? { trunkId: row.trunkId, direction: row.direction, incrementSeconds: row.incrementSeconds }
      : { provider: row.provider, model: row.model };
  return { kind, unit, amount, per, validFrom, ...input } as PriceInput;
}

/** `$ .15` → `0.15`. A comma stays, because it may separate thousands or decimals. */
function plainAmount(text: string): string {
  return text.replaceAll(/[\s$€£]/g, '').replace(/^\./, '0.');
}

const fractionDigits = 9;

/** Returns `amount * times / by` as exact decimal text; null when it has more than nine decimals or digits. */
function scaled(amount: string, times: number, by: number): string | null {
  if (times === by) return amount;
  const [whole = '0', fraction = ''] = amount.split('.');
  const billionths = BigInt(whole + fraction.padEnd(fractionDigits, '0')) * BigInt(times);
  if (billionths % BigInt(by) !== 0n) return null;
  const digits = String(billionths / BigInt(by)).padStart(fractionDigits + 1, '0');
  const cents = digits.slice(-fractionDigits).replace(/0+$/, '').padEnd(2, '0');
  return digits.length > 2 * fractionDigits ? null : `${digits.slice(0, -fractionDigits)}.${cents}`;
}

/** Names what a price is for, such as `OpenAI gpt-4.1` or `All trunks, outbound`. */
export function nameOf(row: Pick<PriceRow, 'kind' | 'provider' | 'model' | 'trunkId' | 'direction'>): string {
  if (row.kind === 'telephony')
    return `${row.trunkId ?? 'All trunks'}, ${row.direction ?? 'both directions'}`;
  const names: Record<string, string> = providerNames;
  return `${names[row.provider] ?? row.provider}, ${row.model ?? 'all models'}`;
}

/** Names the unit of a price: `minute`, `million input tokens`. */
export function unitText({ unit, per }: Pick<PriceRow, 'unit' | 'per'>): string {
  const units = unit.replaceAll('-', ' ');
  if (per === 1) return units.replace(/s$/, '');
  return `${per === 1_000_000 ? 'million' : per.toLocaleString('en')} ${units}`;
}

type Subject = Omit<PriceRow, 'amount' | 'per' | 'incrementSeconds' | 'validFrom'>;

/** Returns what identifies a price in a list, with its day. Seconds and minutes are the same unit. */
export function keyOf(row: Subject & Pick<PriceRow, 'validFrom'>): string {
  return JSON.stringify([subjectOf(row), row.validFrom]);
}

/** Returns what identifies what is priced, whatever the day. */
export function subjectOf(row: Subject): string {
  const unit = row.unit === 'seconds' ? 'minutes' : row.unit;
  return JSON.stringify([row.kind, row.provider, row.model, row.trunkId, row.direction, unit]);
}

/** The day of today in UTC, as prices name it. */
export const today = () => new Date().toISOString().slice(0, 10);

/** Returns the rows that hold on a day: of several for the same, the one with the latest day. */
export function rowsOn(rows: readonly PriceRow[], day: string): PriceRow[] {
  const held = new Map<string, PriceRow>();
  for (const row of rows) {
    if ((row.validFrom ?? '') > day) continue;
    const other = held.get(subjectOf(row));
    if (!other || (other.validFrom ?? '') <= (row.validFrom ?? '')) held.set(subjectOf(row), row);
  }
  return [...held.values()];
}

/** Says from when until when a price holds: `always`, `until 31 Dec 2026`, `from 1 Jan 2027`. Null: always. */
export function periodOf(
  rows: readonly PriceRow[],
  row: PriceRow,
): { from: string | null; before: string | null } {
  const later = rows
    .filter((other) => subjectOf(other) === subjectOf(row) && (other.validFrom ?? '') > (row.validFrom ?? ''))
    .map(({ validFrom }) => validFrom!)
    .toSorted();
  return { from: row.validFrom, before: later[0] ?? null };
}

export interface PriceChange {
  row: PriceRow;
  /** null for a new price. */
  before: string | null;
  /** null for a removed price. */
  after: string | null;
}

/** Returns what a version of the list changed. */
export function changesBetween(before: readonly Price[], after: readonly Price[]): PriceChange[] {
  const [old, now] = [before, after].map(
    (prices) => new Map(prices.map(rowOf).map((row) => [keyOf(row), row])),
  );
  const changed = [...now!].map(([key, row]): PriceChange & { was: PriceRow | null } => {
    const was = old!.get(key) ?? null;
    return { row, was, before: was && termsOf(was), after: termsOf(row) };
  });
  const removed = [...old!].filter(([key]) => !now!.has(key));
  return [
    ...changed.filter((one) => one.before !== one.after).map(({ was: _, ...change }) => change),
    ...removed.map(([, row]) => ({ row, before: termsOf(row), after: null })),
  ];
}

/** `0.012 per minute, in steps of 60 s`. */
function termsOf(row: PriceRow): string {
  const steps = row.incrementSeconds === 1 ? '' : `, in steps of ${row.incrementSeconds} s`;
  const from = row.validFrom === null ? '' : `, from ${formatDay(row.validFrom)}`;
  return `${row.amount} per ${unitText(row)}${steps}${from}`;
}
