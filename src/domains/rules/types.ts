import type { DayWindow } from '../schedules/index.ts';

export type Weekday = 'sun' | 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat';

/** A date of the calendar, with the weekdays it is also observed on when it falls on a weekend. */
export interface FixedDate {
  month: number;
  day: number;
  /** `friday`: the one before, of a Saturday; `monday`: the one after, of a Sunday. */
  observed?: readonly ('friday' | 'monday')[];
}

/** The nth weekday of a month. */
export interface NthWeekday {
  month: number;
  weekday: Weekday;
  /** From 1; -1 is the last. */
  nth: number;
  /** So many days after it: the Tuesday after the first Monday. */
  plusDays?: number;
  /** Only in even years. */
  years?: 'even';
}

/** A day that moves with Easter Sunday; before it where negative. */
export interface EasterDate {
  easterPlusDays: number;
}

/** A day of the year on which a law allows no calls. */
export type Holiday = { name: string } & (FixedDate | NthWeekday | EasterDate);

/** Where a rule stands, and how new the text is that was read for it. */
interface RuleSource {
  /** The statute or regulation with its section. */
  citation: string;
  /** The date of the text that is known here, `YYYY-MM-DD`. */
  asOf: string;
  /** What the rule was written from: the text of the law, or what others say of it, which wants to be checked. */
  writtenFrom: 'text' | 'summaries';
}

/** When the law of a place allows calls to numbers there, on the wall clock of who is called. */
export interface HoursRule {
  ruleId: string;
  /** Whose law it is, for people. */
  name: string;
  /** Where it holds: ISO 3166 codes of countries, or of states (`US-TX`). */
  regions: readonly string[];
  /** When calls are allowed. */
  windows: readonly (DayWindow & { days: readonly Weekday[] })[];
  /** Days without calls, whatever the windows say. */
  holidays: readonly Holiday[];
  sources: readonly RuleSource[];
  /** What the hours do not tell, such as whom the law spares. */
  note: string | null;
}

/** Rules that are switched on together. */
export interface RulePack {
  rulePackId: string;
  name: string;
  description: string;
  rules: readonly HoursRule[];
}
