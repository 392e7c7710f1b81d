import { expect, test } from 'vitest';
import { hashPassword, isPassword, unknownHash } from './password-hash.ts';
import { problemOfPassword } from './password-rules.ts';

const context = { organizationName: 'Acme Dental', memberName: 'Olive Owner', email: 'olive@acme.example' };

test.each([
  'eleven char',
  'aaaaaaaaaaaaaaaaaaaa',
  '123456789012',
  '210987654321',
  '123456123456',
  'abcabcabcabc',
  'Password1234',
  'Qwertyuiop12',
  '2026!Summer!',
  'passwordpassword',
  'Acme-Dental-2026',
  'dental123456789',
  'OliveOlive99',
  'olive@acme.example',
  'parleyparley1',
])('rejects %s', (password) => {
  expect(problemOfPassword(password, context)).not.toBeNull();
});

test.each([
  'four kettles in a boat',
  '839274650182',
  'correct horse battery staple',
  '日本語のとても長い合言葉です',
  'olive trees grow slowly here',
  ' spaces count as well ',
])('accepts %s', (password) => {
  expect(problemOfPassword(password, context)).toBeNull();
});

test('stores parameters and salt with a hash that accepts only its own password', async () => {
  const [one, two] = await Promise.all([hashPassword('ｆour kettles'), hashPassword('ｆour kettles')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(two).not.toBe(one);
  // In any Unicode encoding.
  expect(await isPassword('four kettles', one)).toBe(true);
  expect(await isPassword('four kettles ', one)).toBe(false);
  expect(await isPassword('four kettles', unknownHash)).toBe(false);
  expect(await isPassword('four kettles', '')).toBe(false);
});
