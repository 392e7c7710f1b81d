import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isE164, phoneLibrary } from '../../../platform/kernel/index.ts';
import { dialability } from './dialability.ts';

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
