import { describe, expect, it } from 'vitest';
import { isEmergencyNumber } from '../../../platform/kernel/index.ts';
import { type DialPlan, judgeDialedUser } from './dial-plan.ts';

const none = new Map<string, string | null>();
const judge = (user: string, country: string | null, more: Partial<DialPlan> = {}) => {
  const plan = { country, exitCodes: [], linePrefixes: [], ...more };
  const judged = judgeDialedUser(user, none, plan, { allowedCountries: country ? [country] : [] });
  return judged.kind === 'refused' ? judged.refusal.reason : judged.kind;
};
const refusedFrom = (first: number, last: number, country: string | null) =>
  Array.from({ length: last - first + 1 }, (_, at) => String(first + at)).filter(
    (extension) => judge(extension, country) !== 'unknown',
  );

describe('extensions at a host of the organization', () => {
  it.each([
    ['DE', '110 112 911', '1911 9110 9112 9911'],
    ['US', '112 911 933 988', '1911 9112 9911 9933 9988'],
    ['GB', '112 911 999', '1911 9112 9911 9999'],
    [
      'FR',
      '112 114 115 119 191 196 197 911 915 917 918',
      '1911 3114 9015 9017 9018 9112 9114 9115 9119 9191 9196 9197 9911 9915 9917 9918',
    ],
  ])('of %s are refused only where they ring an emergency service', (country, three, four) => {
    expect(refusedFrom(100, 999, country).join(' ')).toBe(three);
    expect(refusedFrom(1000, 9999, country).join(' ')).toBe(four);
  });

  it('are refused in a country that is not known where they ring one somewhere', () => {
    expect(refusedFrom(100, 999, null).join(' ')).toBe(
      '100 101 102 103 104 105 106 107 108 110 111 112 113 114 115 117 118 119 120 122 123 128 131 132 133 144 ' +
        '150 151 155 158 166 185 190 191 192 193 194 195 197 198 199 911 915 917 918 933 988 990 991 992 993 ' +
        '994 995 996 997 998 999',
    );
    const four = refusedFrom(1000, 9999, null);
    expect(four.filter((extension) => !extension.startsWith('9'))).toEqual(['1122', '1911']);
    expect(refusedFrom(1000, 9999, 'NE')).toEqual(four);
  });

  it.each([
    ...[
      '110',
      '9,110',
      '0110',
      '9110',
      '+49110',
      '+490110',
      '0049110',
      '00049112',
      '110;ext=1',
      '%31%31%30',
    ].map((user) => ['DE', user]),
    ...['112', '0112', '9112', '00112', '000112', '9,00112', '+112', '+49112', '112;ext=1', '11-2'].map(
      (user) => ['DE', user],
    ),
    ...['911', '9911', '9,911', '99911', '1911', '+1911', '011911', '9011911', '*67911', '911#', '988'].map(
      (user) => ['US', user],
    ),
    ...['999', '9999', '9,999', '0999', '+44999', '+440999', '0044999', '18000', '999;phone-context=+44'].map(
      (user) => ['GB', user],
    ),
    ...['15', '17', '18', '015', '9,17', '918', '+3315', '+33017', '003318', '114', '+33112'].map((user) => [
      'FR',
      user,
    ]),
    ...['112', '911', '999', '110', '119', '100', '000', '9,999', '0110', '+112'].map((user) => [null, user]),
  ])('in %s, %s rings an emergency service', (country, user) => {
    expect(judge(user!, country!)).toBe('emergency');
  });

  it('are read behind the line prefixes of the trunk', () => {
    expect(judge('7110', 'DE')).toBe('unknown');
    expect(judge('7110', 'DE', { linePrefixes: ['7'] })).toBe('emergency');
    expect(judge('88110', 'DE', { exitCodes: ['88'] })).toBe('emergency');
  });
});

describe('isEmergencyNumber', () => {
  it('splits a calling code off only behind a plus', () => {
    expect(['1101', '3117', '4917', '9115', '49112'].filter((text) => isEmergencyNumber(text, 'DE'))).toEqual(
      [],
    );
    expect(isEmergencyNumber('+49112', 'US')).toBe(true);
  });
  it('judges the number behind a calling code by the country of that code', () => {
    const emergency = [
      '+3315',
      '+33017',
      '+49110',
      '+81119',
      '+44999',
      '+261999',
      '+1911',
      '+44112',
      '+44911',
    ];
    expect(emergency.filter((text) => !isEmergencyNumber(text))).toEqual([]);
    expect(
      ['+4915', '+4417', '+33110', '+49999', '+44110'].filter((text) => isEmergencyNumber(text)),
    ).toEqual([]);
  });
  it.each(['', '1', '+1', 'abc', '91 1', '++911', '9'.repeat(16)])('is false for %j', (text) => {
    expect(isEmergencyNumber(text)).toBe(false);
  });
});
