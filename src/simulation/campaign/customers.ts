import { drawsOf } from '../carrier/draws.ts';
import type { CampaignConfiguration } from './configuration.ts';

/** The people of a simulated campaign, numbered from 0. */
export interface Customers {
  count: number;
  number(index: number): string;
  timeZones(index: number): readonly string[];
  isSuppressed(index: number): boolean;
}

const linesPerExchange = 10_000;
/** 200 to 999 without those that end in 11, which are no exchanges, and 555, which is for information and films. */
const exchanges = Array.from({ length: 800 }, (_, n) => n + 200).filter((n) => n % 100 !== 11 && n !== 555);

/** Makes up people: each has a number that nobody else has, in an area that is drawn by its share. */
export function makeCustomers({ seed, customers }: CampaignConfiguration): Customers {
  const { count, areas, suppressed } = customers;
  const total = areas.reduce((sum, { share }) => sum + share, 0);
  const areaOf = new Uint16Array(count);
  const lineOf = new Uint32Array(count);
  const suppression = new Uint8Array(count);
  const used = new Uint32Array(areas.length);
  const draw = drawsOf(seed, 'customers');
  for (let index = 0; index < count; index++) {
    let place = draw() * total;
    const area = Math.max(
      areas.findIndex(({ share }) => (place -= share) < 0),
      0,
    );
    areaOf[index] = area;
    lineOf[index] = used[area]!++;
    suppression[index] = draw() < suppressed ? 1 : 0;
  }
  const most = Math.max(...used);
  if (most > exchanges.length * linesPerExchange)
    throw new Error('customers.areas: too few for so many customers');
  return {
    count,
    number(index) {
      const line = lineOf[index]!;
      // One exchange after the other, as real lists are in no order of lines.
      const exchange = exchanges[line % exchanges.length]!;
      const rest = String(Math.floor(line / exchanges.length)).padStart(4, '0');
      return `+1${areas[areaOf[index]!]!.areaCode}${exchange}${rest}`;
    },
    timeZones: (index) => areas[areaOf[index]!]!.timeZones,
    isSuppressed: (index) => suppression[index] === 1,
  };
}

const idDigits = 15;

/** The id of a customer's call: its place, and the how manieth attempt it is in the last character. */
export function callIdOf(prefix: string, index: number, attempt: number): string {
  return `${prefix}${String(index).padStart(idDigits, '0')}${attempt.toString(36)}`;
}

/** What {@link callIdOf} made an id of. */
export function partsOfCallId(callId: string): { index: number; attempt: number } {
  return { index: Number(callId.slice(-idDigits - 1, -1)), attempt: Number.parseInt(callId.slice(-1), 36) };
}
