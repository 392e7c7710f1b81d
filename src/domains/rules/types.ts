import type { DayWindow } from '../schedules/index.ts';

export type Weekday = 'sun' | 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat';

/** A calendar date, with the weekdays it is also observed on when it falls on a weekend. */
export interface FixedDate {
  month: number;
  day: number;
  /** `friday`: the Friday before a Saturday; `monday`: the Monday after a Sunday. */
  observed?: readonly ('friday' | 'monday')[];
}

/** The nth weekday of a month. */
export interface NthWeekday {
  month: number;
  weekday: Weekday;
  /** Starts at 1; -1 is the last. */
  nth: number;
  /** Days after it: an election is on the Tuesday after the first Monday. */
  plusDays?: number;
  /** Only in even years. */
  years?: 'even';
}

/** A day relative to Easter Sunday; negative: before it. */
export interface EasterDate {
  easterPlusDays: number;
}

/** A day on which a law forbids calls. */
export type Holiday = { name: string } & (FixedDate | NthWeekday | EasterDate);

/** The source of a rule and the date of its text. */
interface RuleSource {
  /** The statute or regulation with its section. */
  citation: string;
  /** The date of the text, `YYYY-MM-DD`. */
  asOf: string;
  /** Whether the rule was written from the law itself or from secondary sources, which should be checked. */
  writtenFrom: 'text' | 'summaries';
}

/** When the law of a region allows calls to its numbers, on the called person's clock. */
export interface HoursRule {
  ruleId: string;
  /** The jurisdiction, for people. */
  name: string;
  /** ISO 3166 codes of the countries or states (`US-TX`) where it applies. */
  regions: readonly string[];
  /** When calls are allowed. */
  windows: readonly (DayWindow & { days: readonly Weekday[] })[];
  /** Days without calls, regardless of the windows. */
  holidays: readonly Holiday[];
  sources: readonly RuleSource[];
  /** Facts beyond the hours, such as exemptions. */
  note: string | null;
}

/** Rules that are enabled together. */
export interface RulePack {
  rulePackId: string;
  name: string;
  description: string;
  rules: readonly HoursRule[];
}
