import { z } from 'zod';

const Share = z.number().min(0).max(1);

/** A distribution of durations in seconds, by its median and its 95th percentile. */
const Spread = z
  .strictObject({ median: z.number().positive().max(3600), p95: z.number().positive().max(36_000) })
  .refine(({ median, p95 }) => p95 >= median, { path: ['p95'], message: 'must not be below the median' });
export type Spread = z.output<typeof Spread>;

/** The probability that a person answers, by local hour: asleep, at work, at home in the evening. */
const answersByHour = [
  ...[0.03, 0.02, 0.02, 0.02, 0.03, 0.06, 0.1, 0.16, 0.22, 0.26, 0.28, 0.28],
  ...[0.26, 0.25, 0.26, 0.27, 0.29, 0.33, 0.36, 0.35, 0.3, 0.2, 0.1, 0.05],
];

/** Random failures of the network, independent of the called person. */
const refusals = [
  { code: 480, share: 0.01 },
  { code: 487, share: 0.002 },
  { code: 503, share: 0.008 },
  { code: 603, share: 0.01 },
  { code: 608, share: 0.004 },
];

/** The behaviour of a carrier and its customers; every share is a probability from 0 to 1. */
export const CarrierConfiguration = z.strictObject({
  /** The probability that a person answers, for each hour of the called party's local day from midnight on. */
  answersByHour: z.array(Share).length(24).default(answersByHour),
  numbers: z
    .strictObject({
      /** The share of numbers that do not exist. Each call to them gets 404. */
      invalid: Share.default(0.02),
      /** The share of numbers with a voicemail, which answers when the person does not. */
      voicemail: Share.default(0.65),
      /** The share of numbers with an assistant that asks who is calling. */
      screened: Share.default(0.05),
    })
    .prefault({}),
  /** The share of calls that find the line busy, and get 486. */
  busy: Share.default(0.03),
  /** The shares of calls that get other final responses. */
  refusals: z
    .array(z.strictObject({ code: z.int().min(300).max(699), share: Share }))
    .max(50)
    .default(refusals),
  /** The time from the INVITE to the ringing, or to a refusal. */
  setupSeconds: Spread.default({ median: 1.2, p95: 4 }),
  /** The ringing time until a person answers. */
  ringSeconds: Spread.default({ median: 9, p95: 24 }),
  /** The ringing time until a voicemail answers. */
  voicemailAfterSeconds: Spread.default({ median: 20, p95: 28 }),
  /** The ringing time after which the network answers 480. */
  ringMaxSeconds: z.number().positive().max(600).default(60),
  /** The duration of a call that a person answered. */
  conversationSeconds: Spread.default({ median: 38, p95: 210 }),
  /** The duration of a call that a voicemail answered. The caller ends it. */
  voicemailSeconds: Spread.default({ median: 14, p95: 30 }),
  /** The duration of a call that a screening assistant answered. */
  screeningSeconds: Spread.default({ median: 12, p95: 40 }),
  /** The probability that the person hangs up, and not the caller. */
  customerHangsUp: Share.default(0.55),
  limits: z
    .strictObject({
      /** Maximum concurrent calls. Further calls get 503. `null` for no limit. */
      concurrentCalls: z.int().min(1).nullable().default(null),
      /** Maximum calls per second. Further calls get 503. `null` for no limit. */
      callsPerSecond: z.number().positive().nullable().default(null),
    })
    .prefault({}),
  /** The share of datagrams that are lost in each direction. */
  loss: Share.default(0),
  /** Outages in which the carrier answers every call with 503. */
  outages: z
    .strictObject({
      perDay: z.number().min(0).max(100).default(0),
      seconds: Spread.default({ median: 120, p95: 900 }),
    })
    .prefault({}),
  /** The audio of an answered call. */
  audio: z.enum(['none', 'silence', 'tone']).default('silence'),
});
export type CarrierConfiguration = z.output<typeof CarrierConfiguration>;
