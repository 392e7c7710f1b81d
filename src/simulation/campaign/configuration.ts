import { z } from 'zod';
import { CreateRetryConfig } from '../../domains/retry-configs/index.ts';
import { CreateSchedule } from '../../domains/schedules/index.ts';
import { CarrierConfiguration } from '../carrier/configuration.ts';
import { usualAreas } from './areas.ts';

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

/** A campaign that is to be simulated, and the world around it. */
export const CampaignConfiguration = z.strictObject({
  /** The same seed comes to the same. */
  seed: z.int().default(1),
  startsAt: Instant.default('2026-11-23T13:00:00Z'),
  /** A simulation that has not finished after so many days stops. */
  daysMax: z.number().positive().max(400).default(30),
  customers: z
    .strictObject({
      count: z.int().min(1).max(5_000_000).default(10_000),
      areas: z
        .array(Area)
        .min(1)
        .max(400)
        .default(usualAreas.map((area) => ({ ...area, timeZones: [...area.timeZones] }))),
      /** How many of them are on the suppression list: from 0 to 1. */
      suppressed: z.number().min(0).max(1).default(0.01),
    })
    .prefault({}),
  /** Calls at once of the whole organization. */
  organizationMaxConcurrentCalls: Cap.default(200),
  /** Calls at once of the campaign; null: only the organization's limit counts. */
  campaignMaxConcurrentCalls: Cap.nullable().default(null),
  endCampaignAt: Instant.nullable().default(null),
  /** As `POST /api/schedules` takes it; the name may be left out. */
  schedule: CreateSchedule.extend({ name: z.string().default('Simulated') }).prefault(nineToEight),
  /** As `POST /api/retry-configs` takes it; the name may be left out. Null: nobody is called again. */
  retries: CreateRetryConfig.extend({ name: z.string().default('Simulated') })
    .nullable()
    .prefault(twiceMore),
  /** Trunks; each has a number of its own, and the numbers take turns. */
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
  /** Whoever has not answered after so many seconds is given up. */
  noAnswerSeconds: z.number().positive().max(300).default(30),
  carrier: CarrierConfiguration.prefault({}),
  /**
   * The virtual clock goes on in steps of so many seconds while calls are live: what ends within one frees its place at
   * its end. Smaller is more exact, and slower.
   */
  stepSeconds: z.number().min(0.01).max(60).default(1),
});
export type CampaignConfiguration = z.output<typeof CampaignConfiguration>;
