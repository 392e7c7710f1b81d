import type { HoursRule, RulePack } from '../types.ts';
import { daily, exceptSunday, workdays } from './days.ts';
import { alabama, louisiana, pennsylvania, rhodeIsland, utah } from './us-holidays.ts';

type State = Pick<HoursRule, 'windows'> &
  Partial<Pick<HoursRule, 'holidays' | 'note'>> & { citations: string[]; asOf: string; writtenFrom?: 'text' };

/** Builds the rule of one state from its postal code. */
function state(
  code: string,
  name: string,
  { citations, asOf, writtenFrom, windows, holidays = [], note = null }: State,
): HoursRule {
  return {
    ruleId: `us-${code.toLowerCase()}-hours`,
    name,
    regions: [`US-${code}`],
    windows,
    holidays,
    sources: citations.map((citation) => ({ citation, asOf, writtenFrom: writtenFrom ?? 'summaries' })),
    note,
  };
}

const sunday = (start: string, end: string) => daily(start, end, ['sun']);

/** States whose law is stricter than the federal hours. Whether a law applies to a call is not judged here. */
export const usStates: RulePack = {
  rulePackId: 'us-states',
  name: 'United States, stricter states',
  description:
    'Calling hours, Sundays and holidays of states that are stricter than the federal rules. The area code decides the state; a number without a known state follows the rules of all of them.',
  rules: [
    state('AL', 'Alabama', {
      windows: daily('08:00', '20:00', exceptSunday),
      holidays: alabama,
      citations: ['Ala. Admin. Code r. 770-X-5-.17(1)(b)', 'Ala. Code § 1-3-8'],
      asOf: '2024-11-27',
      writtenFrom: 'text',
      note: 'For automated solicitations.',
    }),
    state('CA', 'California', {
      windows: daily('09:00', '21:00'),
      citations: ['Cal. Pub. Util. Code § 2872(c)'],
      asOf: '2010-12-31',
      writtenFrom: 'text',
      note: 'For automatic dialing devices that play a message. Live calls follow the federal hours.',
    }),
    state('CT', 'Connecticut', {
      windows: daily('09:00', '20:00'),
      citations: ['Conn. Gen. Stat. § 42-288a (P.A. 23-98)'],
      asOf: '2024-12-31',
    }),
    state('FL', 'Florida', {
      windows: daily('08:00', '20:00'),
      citations: ['Fla. Stat. § 501.616(6)(a)'],
      asOf: '2024-12-31',
      writtenFrom: 'text',
      note: 'The same section limits calls to three in 24 hours on the same subject: see frequencyCap.',
    }),
    state('IN', 'Indiana', {
      windows: daily('09:00', '20:00'),
      citations: ['Ind. Code § 24-5-14-8'],
      asOf: '2024-12-31',
      note: 'For automatic dialing devices that play a message, in calls of every purpose. Live calls follow the federal hours.',
    }),
    state('KY', 'Kentucky', {
      windows: daily('10:00', '21:00'),
      citations: ['KRS 367.46955'],
      asOf: '2024-12-31',
    }),
    state('LA', 'Louisiana', {
      windows: daily('08:00', '20:00', exceptSunday),
      holidays: louisiana,
      citations: [
        'La. Pub. Serv. Comm’n General Order R-29617 § V(A)(2)',
        'La. R.S. 45:811',
        'La. R.S. 1:55',
      ],
      asOf: '2024-09-24',
      note: 'In a declared state of emergency the commission may forbid all solicitations.',
    }),
    state('MA', 'Massachusetts', {
      windows: daily('08:00', '20:00'),
      citations: ['201 CMR 12.02(2)'],
      asOf: '2024-09-27',
      writtenFrom: 'text',
    }),
    state('MD', 'Maryland', {
      windows: daily('08:00', '20:00'),
      citations: ['Md. Code, Com. Law § 14-4502'],
      asOf: '2024-01-01',
      note: 'The same section limits calls to three in 24 hours on the same subject: see frequencyCap.',
    }),
    state('MI', 'Michigan', {
      windows: daily('09:00', '21:00'),
      citations: ['MCL 750.540e(1)(f)'],
      asOf: '2025-11-01',
      note: 'For unsolicited commercial calls, live or recorded. The section punishes malice; whether it covers every such call is disputed.',
    }),
    state('MN', 'Minnesota', {
      windows: daily('09:00', '21:00'),
      citations: ['Minn. Stat. § 325E.30'],
      asOf: '2023-12-31',
    }),
    state('MS', 'Mississippi', {
      windows: daily('08:00', '21:00', exceptSunday),
      citations: ['Miss. Code § 77-3-723(1)', 'Miss. Code § 77-3-603(a)'],
      asOf: '2024-06-03',
      writtenFrom: 'text',
    }),
    state('NM', 'New Mexico', {
      windows: daily('09:00', '21:00'),
      citations: ['N.M. Stat. § 57-12-22(B)(5)'],
      asOf: '2006-12-31',
      writtenFrom: 'text',
    }),
    state('NV', 'Nevada', {
      windows: daily('09:00', '20:00'),
      citations: ['Nev. Rev. Stat. § 598.0918', 'Nev. Rev. Stat. § 597.814(2)(a)'],
      asOf: '2024-06-29',
    }),
    state('OK', 'Oklahoma', {
      windows: daily('08:00', '20:00'),
      citations: ['Okla. Stat. tit. 15, § 775C.4'],
      asOf: '2022-11-01',
      note: 'The same section limits calls to three in 24 hours on the same subject: see frequencyCap.',
    }),
    state('OR', 'Oregon', {
      windows: daily('08:00', '20:00'),
      citations: ['Oregon House Bill 3865 (2025)'],
      asOf: '2026-01-01',
      note: 'It also limits calls to three in 24 hours: see frequencyCap.',
    }),
    state('PA', 'Pennsylvania', {
      windows: daily('08:00', '21:00'),
      holidays: pennsylvania,
      citations: ['73 P.S. § 2245(a)(10)', '44 P.S. § 11'],
      asOf: '2019-12-03',
      note: 'Some also count the half-holiday of Saturday afternoons (44 P.S. § 11) as a legal holiday; this rule does not.',
    }),
    state('RI', 'Rhode Island', {
      windows: [...daily('09:00', '18:00', workdays), ...daily('10:00', '17:00', ['sat'])],
      holidays: rhodeIsland,
      citations: ['R.I. Gen. Laws § 5-61-2(2)', 'R.I. Gen. Laws § 5-61-3.6', 'R.I. Gen. Laws § 25-1-1'],
      asOf: '2024-12-31',
      writtenFrom: 'text',
    }),
    state('SD', 'South Dakota', {
      windows: daily('09:00', '21:00', workdays),
      citations: ['S.D. Codified Laws § 37-30-28'],
      asOf: '2024-12-31',
      writtenFrom: 'text',
      note: 'For automated dialing on weekdays, read as Monday to Friday.',
    }),
    state('TX', 'Texas', {
      windows: [...daily('09:00', '21:00', exceptSunday), ...sunday('12:00', '21:00')],
      citations: ['Tex. Bus. & Com. Code § 301.051'],
      asOf: '2024-01-01',
    }),
    state('UT', 'Utah', {
      windows: daily('08:00', '21:00', exceptSunday),
      holidays: utah,
      citations: ['Utah Code § 13-25a-103(3)', 'Utah Code § 63G-1-301'],
      asOf: '2025-01-01',
      writtenFrom: 'text',
      note: 'Does not apply with prior express consent.',
    }),
    state('WA', 'Washington', {
      windows: daily('08:00', '20:00'),
      citations: ['RCW 80.36.390'],
      asOf: '2022-06-09',
    }),
    state('WY', 'Wyoming', {
      windows: daily('08:00', '20:00'),
      citations: ['Wyo. Stat. § 40-12-302(d)'],
      asOf: '2024-12-31',
      note: 'For unsolicited sales calls to consumers.',
    }),
  ],
};
