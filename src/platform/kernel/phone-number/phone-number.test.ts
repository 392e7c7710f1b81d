import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countryCandidates,
  describePhoneNumber,
  isE164,
  normalizeListedNumber,
  normalizePhoneNumber,
  phoneNumberTextMax,
} from './index.ts';

describe('isE164', () => {
  it.each(['+15551234567', '+12', '+123456789012345'])('accepts %s', (text) => {
    expect(isE164(text)).toBe(true);
  });
  it.each([
    '',
    '+',
    '+1',
    '15551234567',
    '+05551234567',
    '+1234567890123456',
    '+1555 1234567',
    '+15551234567\n',
  ])('refuses %j', (text) => {
    expect(isE164(text)).toBe(false);
  });
});

describe('normalizePhoneNumber', () => {
  it.each([
    ['+15551234567', '+15551234567'],
    ['5551234567', '+15551234567'],
    ['(555) 123-4567', '+15551234567'],
    ['1-555-123-4567', '+15551234567'],
    ['  +1 (555) 123.4567 ', '+15551234567'],
    ['555\u2011123\u20114567', '+15551234567'],
    ['011 44 20 7946 0958', '+442079460958'],
    ['0044 20 7946 0958', '+442079460958'],
    ['+44 (0)20 7946 0958', '+442079460958'],
    ['442079460958', '+442079460958'],
    ['+49 30/123456', '+4930123456'],
    ['+39 06 1234 5678', '+390612345678'],
    ['+6834000', '+6834000'],
  ])('reads %j as %s', (text, e164) => {
    expect(normalizePhoneNumber(text)).toEqual({ e164 });
  });

  it.each([
    ['', 'is empty'],
    ['  () - ', 'is empty'],
    ['1-800-FLOWERS', 'contains letters'],
    ['call me', 'contains letters'],
    ['5551234567 ext 12', 'extension'],
    ['5551234567x12', 'extension'],
    ['+15551234567;ext=12', 'extension'],
    ['911', 'emergency'],
    ['+1 911', 'emergency'],
    ['5551234', 'too short'],
    ['+1 555 123456', 'too short'],
    ['+1 555 12345678', 'too long'],
    ['00 44', 'too short'],
    ['+999 123 456 789', 'calling code'],
    ['+1', 'too short'],
    ['+1234567890123456', 'too long'],
    ['++15551234567', 'does not belong'],
    ['+15551234567\0', 'does not belong'],
    ['+1555*1234567', 'does not belong'],
    ['1234567890', 'neither'],
    ['99999999999999', 'neither'],
    ['5'.repeat(phoneNumberTextMax + 1), 'longer than 64'],
  ])('refuses %j: %s', (text, message) => {
    expect(normalizePhoneNumber(text)).toEqual({ error: expect.stringContaining(message) });
  });

  it.each(['+5215512345678', '+12', '+123456789012345', '+911', '+1911', '+4402079460958', '+999123456789'])(
    'takes %s as it is: it is in E.164 form',
    (text) => {
      expect(normalizePhoneNumber(text)).toEqual({ e164: text });
      expect(normalizePhoneNumber(` ${text} `)).toEqual({ e164: text });
    },
  );

  it('returns an E.164 number that it accepts unchanged, or an error, for any text', () => {
    const phoneLike = fc.string({ unit: fc.constantFrom(...'0123456789+-() .x#;'), maxLength: 24 });
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 80 }), phoneLike), (text) => {
        const result = normalizePhoneNumber(text);
        if ('error' in result) {
          expect(result.error).not.toBe('');
          return;
        }
        expect(isE164(result.e164)).toBe(true);
        expect(normalizePhoneNumber(result.e164)).toEqual(result);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('normalizeListedNumber', () => {
  it.each([
    ['0171 2345678', 'DE', '+491712345678'],
    ['1712345678', 'DE', '+491712345678'],
    // A spreadsheet has dropped the plus.
    ['491712345678', 'DE', '+491712345678'],
    ['4915123456789', 'DE', '+4915123456789'],
    ['4930901820', 'DE', '+4930901820'],
    ['62812345678', 'ID', '+62812345678'],
    ['12025550171', 'US', '+12025550171'],
    // The international prefix of most countries, also where it is another one.
    ['001 202 555 0206', 'US', '+12025550206'],
    ['011 44 20 7946 0958', 'US', '+442079460958'],
    ['0044 20 7946 0958', 'JP', '+442079460958'],
    ['0049 30 901820', null, '+4930901820'],
    // Only the national reading is assigned: Norden in East Frisia.
    ['4931123456', 'DE', '+494931123456'],
    ['04922 112345', 'DE', '+494922112345'],
  ])('reads %s in %s as %s', (text, country, e164) => {
    expect(normalizeListedNumber(text, country)).toEqual({ e164 });
  });

  it.each([
    ['202 555 0199 ext 4', 'US', 'contains "ext 4", which does not belong in a phone number'],
    ['+1 202 555 0199 *', null, 'contains "*", which does not belong in a phone number'],
    ['00 12', 'US', 'is not a phone number of the United States'],
    [
      '101',
      'US',
      'is not a phone number of the United States; if it is an extension of a telephone system, write the full number that reaches it',
    ],
    ['0049', null, 'must be international, such as +15551234567, where no country is given'],
  ])('refuses %s in %s', (text, country, error) => {
    expect(normalizeListedNumber(text, country)).toEqual({ error });
  });

  it('refuses a number that is assigned with its calling code and without', () => {
    expect(normalizeListedNumber('4922112345', 'DE')).toEqual({
      error: 'can be +494922112345 or +4922112345; write it with + and its country code',
    });
  });
});

describe('describePhoneNumber', () => {
  it.each([
    ['+14155550100', 'US', '1', '415', 'fixed-line-or-mobile'],
    ['+16045551234', 'CA', '1', '604', 'fixed-line-or-mobile'],
    ['+18765550100', 'JM', '1', '876', 'mobile'],
    ['+15551234567', null, '1', '555', 'unknown'],
    ['+19005551234', 'US', '1', '900', 'premium-rate'],
    ['+442079460958', 'GB', '44', null, 'fixed-line'],
    ['+4918012345', 'DE', '49', null, 'shared-cost'],
    ['+77272581234', 'KZ', '7', null, 'fixed-line'],
    ['+80012345678', null, '800', null, 'toll-free'],
    ['+999123456789', null, null, null, 'unknown'],
    ['junk', null, null, null, 'unknown'],
  ])('%s', (e164, country, callingCode, areaCode, type) => {
    expect(describePhoneNumber(e164)).toEqual({ country, callingCode, areaCode, type });
  });
});

describe('countryCandidates', () => {
  it('is the country when it is unambiguous', () => {
    expect(countryCandidates('+16045551234')).toEqual(['CA']);
  });
  it('is every country of the calling code when it is ambiguous', () => {
    const candidates = countryCandidates('+15551234567');
    expect(candidates[0]).toBe('US');
    expect(candidates).toEqual(expect.arrayContaining(['CA', 'JM', 'DO', 'PR']));
  });
  it.each(['+80012345678', '+999123456789', 'junk'])('is empty for %s', (e164) => {
    expect(countryCandidates(e164)).toEqual([]);
  });
});
