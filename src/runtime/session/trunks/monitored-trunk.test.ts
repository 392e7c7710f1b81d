import { expect, it } from 'vitest';
import { SecretKey } from '../../../platform/access/index.ts';
import { contactLine } from './monitored-trunk.ts';

const secret = new SecretKey('a secret for tests, long enough to be taken');
const a = { organizationId: 'org_a', trunkId: 'trunk_a' };
const b = { organizationId: 'org_b', trunkId: 'trunk_b' };

it('gives each trunk a line of its own that stays the same', () => {
  expect(contactLine(secret, a)).toBe(contactLine(secret, { ...a }));
  expect(contactLine(secret, a)).not.toBe(contactLine(secret, b));
  expect(contactLine(new SecretKey(`${'x'.repeat(40)}`), a)).not.toBe(contactLine(secret, a));
});
