import { drawsOf } from '../carrier/draws.ts';
import type { CampaignConfiguration } from './configuration.ts';

/** The customers of a simulated campaign, numbered from 0. */
export interface Customers {
  count: number;
  number(index: number): string;
  timeZones(index: number): readonly string[];
  isSuppressed(index: number): boolean;
}

const linesPerOfficeCode = 10_000;
/** Central office codes: 200 to 999, without codes ending in 11 (services) and 555 (reserved). */
const officeCodes = Array.from({ length: 800 }, (_, n) => n + 200).filter((n) => n % 100 !== 11 && n !== 555);

/** Creates the customers. Each has a unique number in an area that is drawn by its share. */
export function makeCustomers({ seed, customers }: CampaignConfiguration): Customers {
  const { count, areas, suppressed } = customers;
  const total = areas.reduce((sum, { share }) => sum + share, 0);
  const areaOf = new Uint16Array(count);
  const lineOf = new Uint32Array(count);
  const suppression = new Uint8Array(count);
  const used = new Uint32Array(areas.length);
  const draw = drawsOf(seed, 'customers');
  for (let index = 0; index < count; index++) {
    const area = areaAt(areas, draw() * total);
    areaOf[index] = area;
    lineOf[index] = used[area]!++;
    suppression[index] = draw() < suppressed ? 1 : 0;
  }
  const most = Math.max(...used);
  if (most > officeCodes.length * linesPerOfficeCode)
    throw new Error('customers.areas: one area code has more customers than numbers; add areas');
  return {
    count,
    number(index) {
      const line = lineOf[index]!;
      // Alternates between office codes, because real lists are not in the order of line numbers.
      const officeCode = officeCodes[line % officeCodes.length]!;
      const rest = String(Math.floor(line / officeCodes.length)).padStart(4, '0');
      return `+1${areas[areaOf[index]!]!.areaCode}${officeCode}${rest}`;
    },
    timeZones: (index) => areas[areaOf[index]!]!.timeZones,
    isSuppressed: (index) => suppression[index] === 1,
  };
}

/** Returns the index of the area at a position, when each area is as long as its share. */
function areaAt(areas: readonly { share: number }[], position: number): number {
  let rest = position;
  for (const [index, { share }] of areas.entries()) {
    rest -= share;
    if (rest < 0) return index;
  }
  return 0;
}

const idDigits = 15;

/** Returns the id of a customer's call. It holds the customer's index, and the attempt in its last character. */
export function callIdOf(prefix: string, index: number, attempt: number): string {
  return `${prefix}${String(index).padStart(idDigits, '0')}${attempt.toString(36)}`;
}

/** Returns the index and the attempt of an id that {@link callIdOf} made. */
export function partsOfCallId(callId: string): { index: number; attempt: number } {
  return { index: Number(callId.slice(-idDigits - 1, -1)), attempt: Number.parseInt(callId.slice(-1), 36) };
}
