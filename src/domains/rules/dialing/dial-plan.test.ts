import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { phoneLibrary } from '../../../platform/kernel/index.ts';
import { type DialPlan, dialPlanOf, judgeDialedUser } from './dial-plan.ts';
import { dialability } from './dialability.ts';

const noParameters = new Map<string, string | null>();
const plan = (country: string | null, more: Partial<DialPlan> = {}): DialPlan => ({
  ...{ country, exitCodes: [], linePrefixes: [] },
  ...more,
});
const us = plan('US');
const judge = (user: string, dialed: DialPlan = us, allowed: string[] = ['US']) => {
  const judged = judgeDialedUser(user, noParameters, dialed, { allowedCountries: allowed });
  return judged.kind === 'refused'
    ? judged.refusal.reason
    : judged.kind === 'number'
      ? judged.e164
      : judged.kind;
};

describe('the user part of an address', () => {
  it.each([
    '0119005550100',
    '0019005550100',
    '9,19005550100',
    '*19005550100',
    '919005550100',
    '9p19005550100',
    '9w1-900-555-0100',
    '#31#19005550100',
    '*6719005550100',
    '01119005550100',
    '9,011,19005550100',
    '99001119005550100',
    '19005550100',
    '9005550100',
    '+1(900)555.0100',
    '%2B1900%3555%350100',
    '%252B19005550100',
    '1900hotline',
    '900CALLNOW',
    '\uff11\uff19\uff10\uff10\uff15\uff15\uff15\uff10\uff11\uff10\uff10',
    '9+19005550100',
    '+12125550100;postd=p19005550100',
    '5550100;phone-context=+1900',
    '9005550100;phone-context=+1',
    '9005550100;phone-context=example.com',
    'call.19005550100',
  ])('%s is never dialed: premium-rate', (user) => {
    expect(judge(user)).toBe('premium-rate');
  });

  it.each([
    ['+499001/234567', 'DE'],
    ['+499001,234567', 'DE'],
    ['+49900123x4567', 'DE'],
    ['+499001_234567', 'DE'],
    ['+449091234*567', 'GB'],
    ['+44909123456,7', 'GB'],
  ])('%s is never dialed: premium-rate when its parts are put together', (user, country) => {
    expect(judge(user, plan(country), [country])).toBe('premium-rate');
  });

  it.each([
    '911',
    '9911',
    '9,911',
    'x911',
    '+12125550911;ext=911',
    '+12125550911;isub=911',
    '+12125550911x911',
    '+12125550911,911',
    '+12125550911ext911',
    '12125550911;ext=9,911',
    '911@x',
    '911:x',
    '*911',
    '0112',
    '%39%31%31',
    '1911',
    '9111234567',
  ])('%s is never dialed: emergency', (user) => {
    expect(judge(user)).toBe('emergency');
  });

  it.each(['\u0669\u0661\u0661', '%ZZ', '%25252525391', '\u096711', '9'.repeat(41), 'a'.repeat(401)])(
    '%s cannot be read',
    (user) => {
      expect(judge(user)).toBe('invalid');
    },
  );

  it.each([
    ['2079460958', '+12079460958'],
    ['12025550123', '+12025550123'],
    ['(202) 555-0123', '+12025550123'],
    ['+1-202-555-0123', '+12025550123'],
    ['%2B12025550123', '+12025550123'],
    ['+12025550123;ext=204', '+12025550123'],
    ['5550123;phone-context=+1-202', '+12025550123'],
    ['9195550123', '+19195550123'],
    ['9095550123', '+19095550123'],
    ['8109005550', '+18109005550'],
    ['202/555-0123', '+12025550123'],
    ['+12025550123,204', '+12025550123'],
  ])('%s is dialed as %s', (user, e164) => {
    expect(judge(user)).toBe(e164);
  });

  it.each([
    ['01191 1123456789', 'IN', '+911123456789'],
    ['011919001234567', 'IN', '+919001234567'],
    ['00442079460958', 'GB', '+442079460958'],
    ['442079460958', 'GB', '+442079460958'],
  ])('%s leads abroad, to %s', (user, country, e164) => {
    expect(judge(user)).toBe('country-not-allowed');
    expect(judge(user, us, [country])).toBe(e164);
  });

  it('is read by the plan of the trunk', () => {
    expect(judge('09001234567', plan('DE'), ['DE'])).toBe('premium-rate');
    expect(judge('02079460958', plan('GB'), ['GB'])).toBe('+442079460958');
    expect(judge('02079460958', plan('GB'), ['US'])).toBe('country-not-allowed');
    expect(judge('0911123456', plan('DE'), ['DE'])).toBe('+49911123456');
    expect(judge('0191100000', plan('FR'), ['FR'])).toBe('+33191100000');
    expect(judge('810442079460958', plan('RU'), ['GB'])).toBe('+442079460958');
    expect(judge('89161234567', plan('RU'), ['RU'])).toBe('+79161234567');
    const office = plan('US', { linePrefixes: ['7'], exitCodes: ['88'] });
    expect(judge('712025550123', office)).toBe('+12025550123');
    expect(judge('788442079460958', office, ['GB'])).toBe('+442079460958');
    expect(judge('7889005550100', office)).toBe('premium-rate');
    // Without the outside line the same digits are a number in India.
    expect(judge('9,12025550123', plan('US', { linePrefixes: ['9'] }))).toBe('+12025550123');
    expect(judge('9,12025550123')).toBe('country-not-allowed');
  });

  it('is refused with the reading that is never dialed', () => {
    const judged = judgeDialedUser('9319001234', noParameters, us, { allowedCountries: ['US'] });
    expect(judged).toMatchObject({ refusal: { message: expect.stringContaining('may read +319001234 in') } });
    expect(judge('+19319001234')).toBe('+19319001234');
  });

  it.each(['011,5371234567', '9,011,5371234567', '9p011x53-7123-4567'])(
    '%s leads abroad, though a pause stands behind the exit code',
    (user) => {
      expect(judge(user)).toBe('country-not-allowed');
    },
  );

  it('strokes between its digits separate nothing', () => {
    expect(judge('0173/3187095', plan('DE'), ['DE'])).toBe('+491733187095');
    expect(judge('00/53/71234567', plan('DE'), ['DE'])).toBe('country-not-allowed');
  });

  it('without a country only what says its own is read', () => {
    expect(judge('2025550123', plan(null))).toBe('country-not-allowed');
    expect(judge('2025550123', plan(null), ['EG'])).toBe('unknown');
    expect(judge('0012025550123', plan(null))).toBe('+12025550123');
    expect(judge('0119005550100', plan(null))).not.toMatch(/^\+/);
  });

  it.each(['sales', 'sales.desk', 'desk_2', 'room101', 'agent-112', 'bad', 'anna1990'])(
    '%s is a name',
    (user) => {
      expect(judge(user)).toBe('name');
    },
  );
  it('no name is meant where it is said to be a number', () => {
    const isPhone = new Map([['user', 'phone']]);
    expect(judgeDialedUser('sales', isPhone, us, { allowedCountries: ['US'] })).toEqual({ kind: 'unknown' });
  });
  it.each(['204', '5551234', '*97', 'a b', '12,34', 'jos\u00e9'])(
    '%s is nothing that can be judged',
    (user) => {
      expect(judge(user)).toBe('unknown');
    },
  );
  it('parameters of the URI count as well', () => {
    const reach = { allowedCountries: ['US'] };
    const ext = (value: string) =>
      judgeDialedUser(
        '+12025550123',
        new Map([
          ['ext', value],
          ['transport', 'udp'],
        ]),
        us,
        reach,
      ).kind;
    expect([ext('911'), ext('9%311'), ext('%'), ext('204')]).toEqual([
      'refused',
      'refused',
      'refused',
      'number',
    ]);
    const escaped = judgeDialedUser('+12025550123', new Map([['%65xt', '911']]), us, reach);
    expect(escaped.kind).toBe('refused');
  });
});

describe('the country of a plan', () => {
  it('is that of the number where the trunk names none', () => {
    expect(dialPlanOf(plan(null), '+442079460958').country).toBe('GB');
    expect(dialPlanOf(plan(null), '+15551234567').country).toBe('US');
    expect(dialPlanOf(plan('DE'), '+442079460958').country).toBe('DE');
    expect(dialPlanOf(plan(null), '+80012345678').country).toBeNull();
  });
});

/** Countries and the ways in which their numbers may be written. */
const countries = {
  ...{ US: ['011', '1'], GB: ['00', '0'], DE: ['00', '0'], FR: ['00', '0'], IN: ['00', '0'] },
  ...{ AU: ['0011', '0'], JP: ['010', '0'] },
} as const;
type Country = keyof typeof countries;
const homes = Object.keys(countries) as Country[];
interface Spelling {
  home: Country;
  line: string;
  spread: boolean;
  encoded: boolean;
  tail: string;
  form: 'plus' | 'exit' | 'national' | 'bare';
}
const spelling: fc.Arbitrary<Spelling> = fc.record({
  home: fc.constantFrom(...homes),
  line: fc.constantFrom('', '9', '9,', '0,', '9p', '7'),
  spread: fc.boolean(),
  encoded: fc.boolean(),
  tail: fc.constantFrom('', ';cpc=ordinary', ';ext=2'),
  form: fc.constantFrom('plus', 'exit', 'national', 'bare'),
});
/** Returns the number as dialed within its country, or null when that form does not lead to it. */
function spelled(
  e164: string,
  { home, line, spread, encoded, tail, form }: Spelling,
): [string, DialPlan] | null {
  const [exit, trunk] = countries[home];
  const calling = phoneLibrary().getCountryCallingCode(home);
  const isOwn = e164.startsWith(`+${calling}`);
  if (form === 'national' && !isOwn) return null;
  const forms = {
    plus: e164,
    exit: exit + e164.slice(1),
    national: trunk + e164.slice(1 + calling.length),
    bare: e164.slice(1),
  };
  let text = form === 'plus' ? forms.plus : line + forms[form];
  if (spread) text = [...text].map((letter, at) => (at % 3 === 2 ? `${letter}-` : letter)).join('');
  if (encoded) text = [...text].map((c, at) => (at % 2 ? `%${c.charCodeAt(0).toString(16)}` : c)).join('');
  return [text + tail, plan(home, /^[79]/.test(line) ? { linePrefixes: [line.charAt(0)] } : {})];
}

describe('every spelling', () => {
  const digits = (length: number) => fc.stringMatching(new RegExp(`^[2-9][0-9]{${length - 1}}$`));
  const surcharged = fc.oneof(
    digits(7).map((rest) => `+1900${rest}`),
    digits(7).map((rest) => `+49900${rest}`),
    digits(7).map((rest) => `+44909${rest}`),
    fc.constantFrom('+33899123456', '+33890123456'),
  );
  it('of a number that is never dialed is refused', () => {
    let spellings = 0;
    fc.assert(
      fc.property(surcharged, spelling, (e164, how) => {
        const reach = dialability(e164, homes);
        fc.pre(!reach.allowed && reach.reason === 'premium-rate');
        const written = spelled(e164, how);
        fc.pre(written !== null);
        spellings++;
        expect(judge(written![0], written![1], homes)).toBe('premium-rate');
      }),
      { numRuns: 400 },
    );
    expect(spellings).toBeGreaterThan(100);
  });

  it('of an emergency number is refused', () => {
    const shortOf = { US: '988', GB: '999', DE: '110', FR: '17', IN: '100', AU: '000', JP: '119' };
    const short = fc
      .constantFrom(...homes)
      .chain((home) => fc.tuple(fc.constantFrom('911', '112', shortOf[home]), fc.constant(home)));
    const around = fc.constantFrom('', '9', '9,', '0', '99', '*', '9w', 'x', '+');
    const behind = fc.constantFrom('', ';ext=', ';isub=', ',', 'p', 'x', '#');
    fc.assert(
      fc.property(short, around, behind, ([number, home], prefix, mark) => {
        const text = mark === '' ? prefix + number : `+12125550123${mark}${prefix}${number}`;
        expect(judge(text, plan(home), homes)).toBe('emergency');
      }),
    );
  });

  const usual = fc.oneof(
    digits(7).map((rest) => `+1212${rest}`),
    digits(7).map((rest) => `+4420${rest}`.padEnd(13, '5')),
    digits(7).map((rest) => `+4930${rest}`),
    digits(8).map((rest) => `+331${rest}`),
    digits(9).map((rest) => `+919${rest}`),
  );
  it('of a number abroad that is not allowed is not dialed, and where it is allowed it is', () => {
    fc.assert(
      fc.property(usual, spelling, (e164, how) => {
        const written = spelled(e164, how);
        const elsewhere = homes.filter((home) => !dialability(e164, [home]).allowed);
        const isUnambiguous = how.form !== 'bare' && !['9', '0,'].includes(how.line);
        fc.pre(written !== null && elsewhere.length === homes.length - 1 && isUnambiguous);
        expect(judge(written![0], written![1], elsewhere)).not.toMatch(/^\+/);
        expect(judge(written![0], written![1], homes)).toBe(e164);
      }),
      { numRuns: 400 },
    );
  });

  it('gets an answer, whatever it is', () => {
    const user = fc.string({ unit: fc.constantFrom(...'+0159 ;=,*#%xp@:'), maxLength: 60 });
    fc.assert(
      fc.property(fc.oneof(user, fc.string({ maxLength: 60 })), fc.constantFrom(...homes), (text, home) => {
        expect(judge(text, plan(home), homes)).toMatch(/^(\+[1-9]\d+|[a-z-]+)$/);
      }),
      { numRuns: 400 },
    );
  });
});
