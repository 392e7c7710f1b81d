import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countryCandidates,
  describePhoneNumber,
  dialability,
  isE164,
  normalizePhoneNumber,
  phoneNumberTextMax,
} from './index.ts';
import { phoneLibrary } from './metadata.ts';

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
    ['++15551234567', 'characters'],
    ['+15551234567\0', 'characters'],
    ['+1555*1234567', 'characters'],
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

  it('gives a number that it reads as itself, or an error, for any text', () => {
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
  it('is the country where that can be told', () => {
    expect(countryCandidates('+16045551234')).toEqual(['CA']);
  });
  it('is every country of the calling code where it cannot', () => {
    const candidates = countryCandidates('+15551234567');
    expect(candidates[0]).toBe('US');
    expect(candidates).toEqual(expect.arrayContaining(['CA', 'JM', 'DO', 'PR']));
  });
  it.each(['+80012345678', '+999123456789', 'junk'])('is nothing for %s', (e164) => {
    expect(countryCandidates(e164)).toEqual([]);
  });
});

describe('dialability', () => {
  const everywhere = phoneLibrary().getCountries() as string[];
  const reason = (e164: string, allowed: string[] = everywhere) => {
    const result = dialability(e164, allowed);
    return result.allowed ? 'allowed' : result.reason;
  };

  it.each(['911', '+911', '112', '+112', '999', '+999', '000', '+1911', '+11911', '+19115551234', '+44999'])(
    'never dials the emergency number %s',
    (e164) => {
      expect(reason(e164)).toBe('emergency');
    },
  );
  it.each(['+440999', '+61000', '+49110', '+49112', '+33112', '+3315', '+91100', '+81119'])(
    'never dials the emergency number %s abroad',
    (e164) => {
      expect(reason(e164)).toBe('emergency');
    },
  );
  it.each(['+19005551234', '+19765551234', '+14159761234', '+448442001234', '+979123456789', '+4918012345'])(
    'never dials the surcharged number %s',
    (e164) => {
      expect(reason(e164)).toBe('premium-rate');
    },
  );
  it.each([
    '',
    '5551234567',
    '+1',
    '+12',
    '+1555123',
    '+15551234567890',
    '+14115551234',
    '+10115551234',
    '+49124',
    '+115551234567',
    '+119765551234',
    '+4402079460958',
  ])('refuses %j as invalid', (e164) => {
    expect(reason(e164)).toBe('invalid');
  });

  it('knows a North American country by its area code', () => {
    expect(reason('+14155550100', ['US'])).toBe('allowed');
    expect(reason('+14155550100', ['CA'])).toBe('country-not-allowed');
    expect(reason('+18765550100', ['US', 'CA'])).toBe('country-not-allowed');
    expect(reason('+442079460958', ['GB'])).toBe('allowed');
  });
  it('judges a number without a country by its calling code', () => {
    expect(reason('+15551234567', ['US'])).toBe('allowed');
    expect(reason('+15551234567', ['JM'])).toBe('allowed');
    expect(reason('+15551234567', ['GB'])).toBe('country-not-allowed');
  });
  it('allows nothing where no country is allowed, and no number that belongs to none', () => {
    expect(reason('+14155550100', [])).toBe('country-not-allowed');
    expect(reason('+881612345678')).toBe('country-not-allowed');
  });

  it('refuses every number with fewer than four national digits', () => {
    const codes = [...new Set(everywhere.map((c) => phoneLibrary().getCountryCallingCode(c as 'US')))];
    fc.assert(
      fc.property(fc.constantFrom(...codes), fc.integer({ min: 0, max: 999 }), (code, national) => {
        expect(['emergency', 'invalid']).toContain(reason(`+${code}${national}`));
      }),
      { numRuns: 5000 },
    );
  });
  it('answers anything, and allows only E.164', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'+0123456789 x\0'), maxLength: 20 }), (text) => {
        if (reason(text) === 'allowed') expect(isE164(text)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
