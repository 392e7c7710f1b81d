import { z } from 'zod';
import { CarrierConfiguration } from '../carrier/configuration.ts';

const Bound = z.number().min(0).max(0.2);

/** A recorded attempt. `seconds` lead from the INVITE to the answer by a person, or to the end. */
export const RecordedAttempt = z.strictObject({
  outcome: z.enum(['person', 'voicemail', 'no-answer', 'busy', 'failed']),
  seconds: z.number().min(0).max(600),
  /** How long the person stayed on the line; 0 where no person answered. */
  handlingSeconds: z.number().min(0).max(36_000),
});
export type RecordedAttempt = z.output<typeof RecordedAttempt>;

/** The configuration of a simulation of dialing for the members of a team. */
export const DialingConfiguration = z.strictObject({
  /** The same seed gives the same result. */
  seed: z.int().default(1),
  /** Runs with other seeds, from which the intervals are computed. */
  runs: z.int().min(2).max(1000).default(10),
  calls: z.int().min(100).max(1_000_000).default(10_000),
  /** The sizes of the teams that are compared. */
  teams: z.array(z.int().min(1).max(500)).min(1).max(10).default([5, 10, 20, 50]),
  maxAbandonment: Bound.default(0.03),
  /** The bounds of the curve. An empty list leaves it out. */
  curveBounds: z.array(Bound).max(20).default([0.005, 0.01, 0.02, 0.03, 0.05]),
  /** The team of the curve. */
  curveTeam: z.int().min(1).max(500).default(20),
  wrapUpSeconds: z.number().min(0).max(600).default(10),
  /** How long a person waits for a member before the call counts as abandoned. */
  patienceSeconds: z.number().min(0).max(30).default(2),
  /** Seconds after which the dialer gives up an unanswered call. */
  noAnswerSeconds: z.number().positive().max(300).default(30),
  /** How long it takes to recognize a voicemail. */
  voicemailDetectionSeconds: z.number().min(0).max(30).default(2),
  /** Attempts that were recorded, from which the outcomes are drawn. Without them, `carrier` makes them. */
  recorded: z.array(RecordedAttempt).min(100).optional(),
  carrier: CarrierConfiguration.prefault({}),
  /** The local hours of the customers through which the list of calls leads. Answers depend on the hour. */
  hours: z
    .strictObject({ from: z.int().min(0).max(23).default(9), to: z.int().min(1).max(24).default(20) })
    .prefault({}),
});
export type DialingConfiguration = z.output<typeof DialingConfiguration>;
