import { expect, it } from 'vitest';
import { SecretKey } from '../../../platform/access/index.ts';
import { contactLine, numberOfContact, type RegisteredNumber, type TrunkName } from './registered-contact.ts';

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

/** These are registered, and these are watched. */
const registered = (isUp: TrunkName[], watched: TrunkName[] = [a, b]) => ({
  ofLine: (line: string) => watched.find((trunk) => contactLine(secret, trunk) === line) ?? null,
  isRegistered: ({ trunkId }: TrunkName) => isUp.some((trunk) => trunk.trunkId === trunkId),
});
const called = (trunk: TrunkName | null, toHost = '192.0.2.1') => ({
  line: trunk && contactLine(secret, trunk),
  toHost,
});

it('a line is of one trunk, and always the same', () => {
  expect(contactLine(secret, a)).toBe(contactLine(secret, { ...a }));
  expect(contactLine(secret, a)).not.toBe(contactLine(secret, b));
  expect(contactLine(new SecretKey(`${'x'.repeat(40)}`), a)).not.toBe(contactLine(secret, a));
});

it('the line decides between organizations that name a trunk alike', () => {
  for (const isUp of [[a], [b], [a, b], []]) {
    expect(numberOfContact([ofA, ofB], called(a), registered(isUp))).toBe(ofA.phoneNumber);
    expect(numberOfContact([ofA, ofB], called(b), registered(isUp))).toBe(ofB.phoneNumber);
  }
});

it('a registrar that does not give the line back: who is not registered there takes no calls', () => {
  expect(numberOfContact([ofA, ofB], called(null), registered([a]))).toBe(ofA.phoneNumber);
  expect(numberOfContact([ofB], called(null), registered([]))).toBeNull();
  // Two that are registered under one name at one place cannot be told apart: nobody gets the other's calls.
  expect(numberOfContact([ofA, ofB], called(null), registered([a, b]))).toBeNull();
  const elsewhere = numberOf(b, '+12025550102', 'other.example');
  expect(numberOfContact([ofA, elsewhere], called(null, 'Sip.Example'), registered([a, b]))).toBe(
    ofA.phoneNumber,
  );
});

it('a line that is nobody’s says nothing, and two numbers of one trunk are not told apart', () => {
  const unknown = { line: 'x', toHost: 'y' };
  expect(numberOfContact([ofA], unknown, registered([a]))).toBe(ofA.phoneNumber);
  expect(numberOfContact([ofA, numberOf(a, '+12025550109')], called(a), registered([a]))).toBeNull();
});
