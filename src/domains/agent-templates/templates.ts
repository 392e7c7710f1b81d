import { afterHoursTriage } from './jobs/after-hours-triage.ts';
import { appointmentReminder } from './jobs/appointment-reminder.ts';
import { collections } from './jobs/collections.ts';
import { handOff } from './jobs/hand-off.ts';
import { identityCheck } from './jobs/identity-check.ts';
import { leadQualification } from './jobs/lead-qualification.ts';
import { orderStatus } from './jobs/order-status.ts';
import { receptionist } from './jobs/receptionist.ts';
import { rescheduling } from './jobs/rescheduling.ts';
import { survey } from './jobs/survey.ts';
import type { AgentTemplate } from './template.ts';

/** The templates, in the order in which they are offered. */
export const templates: readonly AgentTemplate[] = [
  appointmentReminder,
  rescheduling,
  receptionist,
  leadQualification,
  orderStatus,
  collections,
  survey,
  identityCheck,
  afterHoursTriage,
  handOff,
];
