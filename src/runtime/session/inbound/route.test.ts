import { expect, it } from 'vitest';
import { SecretKey } from '../../../platform/access/index.ts';
import { contactLine, type TrunkName } from '../trunks/monitored-trunk.ts';
import { numberOfContact } from './route.ts';
import type { RegisteredNumber } from './store.ts';

const secret = new SecretKey('a secret for tests, long enough to be taken');
const a = { organizationId: 'org_a', trunkId: 'trunk_a' };
const b = { organizationId: 'org_b', trunkId: 'trunk_b' };
const numberOf = (trunk: TrunkName, phoneNumber: string, host = 'sip.example'): RegisteredNumber => ({
  ...trunk,
  phoneNumber,
  host,
});
const ofA = numberOf(a, '+12025550101');
const ofB = numberOf(b, '+12025550102');

/** The state of these trunks: registered, or watched. */
const registered = (isUp: TrunkName[], watched: TrunkName[] = [a, b]) => ({
  ofLine: (line: string) => watched.find((trunk) => contactLine(secret, trunk) === line) ?? null,
  isRegistered: ({ trunkId }: TrunkName) => isUp.some((trunk) => trunk.trunkId === trunkId),
});
const called = (trunk: TrunkName | null, toHost = '192.0.2.1') => ({
  line: trunk && contactLine(secret, trunk),
  toHost,
});

it('finds the number by the line when organizations use the same user name', () => {
  for (const isUp of [[a], [b], [a, b], []]) {
    expect(numberOfContact([ofA, ofB], called(a), registered(isUp))).toBe(ofA);
    expect(numberOfContact([ofA, ofB], called(b), registered(isUp))).toBe(ofB);
  }
});

it('finds the number without a line among registered trunks alone', () => {
  expect(numberOfContact([ofA, ofB], called(null), registered([a]))).toBe(ofA);
  expect(numberOfContact([ofB], called(null), registered([]))).toBeNull();
  // Two registrations with one name at one host cannot be distinguished, so neither gets the calls.
  expect(numberOfContact([ofA, ofB], called(null), registered([a, b]))).toBeNull();
  const elsewhere = numberOf(b, '+12025550102', 'other.example');
  expect(numberOfContact([ofA, elsewhere], called(null, 'Sip.Example'), registered([a, b]))).toBe(ofA);
});

it('ignores an unknown line, and finds no number when a trunk has two', () => {
  const unknown = { line: 'x', toHost: 'y' };
  expect(numberOfContact([ofA], unknown, registered([a]))).toBe(ofA);
  expect(numberOfContact([ofA, numberOf(a, '+12025550109')], called(a), registered([a]))).toBeNull();
});
