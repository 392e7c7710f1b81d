import type { Schema } from '../../api/schema.ts';
import type { Tone } from '../../ui/tone.ts';

export type Connection = Schema<'CarrierConnection'>;
export type Step = Schema<'CarrierStep'>;
export type Vendor = Connection['vendor'];
export type Numbers = Schema<'CarrierNumberList'>;
export type Offer = Numbers['available'][number];

export const vendorNames: Record<Vendor, string> = { twilio: 'Twilio', telnyx: 'Telnyx' };

/** Returns the state of a connection in words: without a trunk, only its key is stored. */
export function stateLabel({ state, steps }: Pick<Connection, 'state' | 'steps'>): string {
  if (state !== 'ready') return state;
  return steps.length > 0 ? 'disconnected' : 'not connected';
}

export const stateTones: Record<Connection['state'], Tone> = {
  ready: 'neutral',
  connecting: 'busy',
  connected: 'good',
  disconnecting: 'busy',
};

export const stepTones: Record<Step['state'], Tone> = {
  waiting: 'neutral',
  sent: 'busy',
  done: 'good',
  undone: 'neutral',
  kept: 'waiting',
};

/** Returns what a step makes, for people. */
export function stepLabel({ kind, phoneNumber }: Pick<Step, 'kind' | 'phoneNumber'>, vendor: Vendor): string {
  const at = vendorNames[vendor];
  const labels: Record<Step['kind'], string> = {
    'credential-list': `Credential list at ${at}`,
    credential: `User and password at ${at}`,
    'vendor-trunk': `Elastic SIP trunk at ${at}`,
    origination: 'Address to which calls are sent',
    'credential-mapping': 'Credential list on the trunk',
    'voice-profile': `Outbound voice profile at ${at}`,
    'vendor-connection': `SIP connection at ${at}`,
    'vendor-address': 'Address to which calls are sent',
    trunk: 'Trunk in Parley',
    buy: `Buy ${phoneNumber}`,
    assign: `Point ${phoneNumber} here`,
    number: `${phoneNumber} in Parley`,
  };
  return labels[kind];
}

/** Returns whether a run goes on by itself. */
export function isUnderWay({ state, problem }: Pick<Connection, 'state' | 'problem'>): boolean {
  return problem === null && (state === 'connecting' || state === 'disconnecting');
}

/** Returns the sum of monthly prices, or null when one of them is unknown. */
export function monthlySum(prices: readonly (string | null)[]): string | null {
  if (prices.some((price) => price === null)) return null;
  return prices.reduce((sum, price) => sum + Number(price), 0).toFixed(2);
}

/** Returns the numbers with the offers that were picked in earlier searches, so that they are still bought. */
export function withPicked(numbers: Numbers, picked: readonly Offer[]): Numbers {
  const listed = new Set([...numbers.owned, ...numbers.available].map(({ phoneNumber }) => phoneNumber));
  const earlier = picked.filter(({ phoneNumber }) => !listed.has(phoneNumber));
  return { ...numbers, available: [...earlier, ...numbers.available] };
}
