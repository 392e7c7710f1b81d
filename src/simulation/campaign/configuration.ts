import { z } from 'zod';
import { CreateRetryConfig } from '../../domains/retry-configs/index.ts';
import { CreateSchedule } from '../../domains/schedules/index.ts';
import { CarrierConfiguration } from '../carrier/configuration.ts';
import { defaultAreas } from './areas.ts';

const nineToEight: z.input<typeof CreateSchedule> = {
  name: 'Simulated',
  timeZone: 'customer',
  windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'], start: '09:00', end: '20:00' }],
};
const twiceMore = { maxAttempts: 3, delaysSeconds: [3600, 14_400] };
const Cap = z.int().min(1).max(1_000_000);
const Instant = z.iso.datetime({ offset: true });

const Area = z.strictObject({
  areaCode: z.string().regex(/^[2-9]\d\d$/, 'must be three digits'),
  timeZones: z.array(z.string()).min(1).max(10),
  share: z.number().positive().default(1),
});

/** The configuration of a simulated campaign and its world. */
export const CampaignConfiguration = z.strictObject({
  /** The same seed gives the same result. */
  seed: z.int().default(1),
  startsAt: Instant.default('2026-11-23T13:00:00Z'),
  /** Maximum simulated days. */
  daysMax: z.number().positive().max(400).default(30),
  customers: z
    .strictObject({
      count: z.int().min(1).max(5_000_000).default(10_000),
      areas: z
        .array(Area)
        .min(1)
        .max(400)
        .default(defaultAreas.map((area) => ({ ...area, timeZones: [...area.timeZones] }))),
      /** The share of customers on the suppression list, 0 to 1. */
      suppressed: z.number().min(0).max(1).default(0.01),
    })
    .prefault({}),
  /** Maximum concurrent calls of the organization. */
  organizationMaxConcurrentCalls: Cap.default(200),
  /** Maximum concurrent calls of the campaign; `null` when only the organization's limit applies. */
  campaignMaxConcurrentCalls: Cap.nullable().default(null),
  endCampaignAt: Instant.nullable().default(null),
  /** As in `POST /api/schedules`, with an optional name. */
  schedule: CreateSchedule.extend({ name: z.string().default('Simulated') }).prefault(nineToEight),
  /** As in `POST /api/retry-configs`, with an optional name; `null` for no retries. */
  retries: CreateRetryConfig.extend({ name: z.string().default('Simulated') })
    .nullable()
    .prefault(twiceMore),
  /** The trunks. Each has its own number, and calls rotate between the numbers. */
  trunks: z
    .array(
      z.strictObject({
        maxConcurrentCalls: Cap.nullable().default(null),
        maxCallsPerSecond: z.int().min(1).max(1000).nullable().default(null),
      }),
    )
    .min(1)
    .max(100)
    .prefault([{}]),
  /** Seconds after which the dialer gives up an unanswered call. */
  noAnswerSeconds: z.number().positive().max(300).default(30),
  carrier: CarrierConfiguration.prefault({}),
  /**
   * The step of the virtual clock in seconds while calls are live. A call that ends within a step frees its capacity at
   * the end of the step. A smaller step is more exact and slower.
   */
  stepSeconds: z.number().min(0.01).max(60).default(1),
});
export type CampaignConfiguration = z.output<typeof CampaignConfiguration>;
