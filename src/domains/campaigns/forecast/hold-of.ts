import type { ReadScope } from '../../../platform/audit/index.ts';
import { holdMessage, holdMessages, holdOfCampaign, type QueueHold, trunkHold } from '../../calls/index.ts';
import { daytime, ruleLabel } from '../../rules/index.ts';
import { isOpen, nextOpenOfAll } from '../../schedules/index.ts';
import type { Campaign, CampaignHold } from '../schemas.ts';
import { Groups, type HoursClock } from './groups.ts';
import { firstWaiting, needsNumber, readHours } from './store.ts';

type Barrier = CampaignHold['barriers'][number];

/** The reasons that last, so that closed hours behind them are named too. */
const lasting = new Set([
  'dialing-off',
  'no-trunk',
  'trunk-down',
  'circuit-open',
  'schedule-closed',
  'calling-hours',
]);
const ofHours = new Set(['schedule-closed', 'calling-hours']);

/**
 * Returns why most queued calls of a campaign are not dialed now, with everything that forbids some of them. For a campaign that
 * has not started: why they would not be dialed if it started now. The dialer stores the closed hours of a call when its turn
 * comes, so they are computed for such a campaign. Null when calls are dialed in turn.
 */
export async function holdOf(scope: ReadScope, campaign: Campaign): Promise<CampaignHold | null> {
  const { campaignId, status, hasStarted } = campaign;
  if (status !== 'running' && (status !== 'paused' || hasStarted)) return null;
  const stored = await holdOfCampaign(scope, campaignId);
  const lasts = stored !== null && lasting.has(stored.reason);
  if (hasStarted && !lasts) return stored && { ...stored, barriers: [barrierOf(stored)] };
  const closed = await closedHours(scope, campaign);
  const isByHours = stored !== null && ofHours.has(stored.reason);
  const isStored = hasStarted || (lasts && !isByHours);
  const hold = isStored ? stored : (closed?.hold ?? (isByHours ? null : stored));
  if (hold === null) return null;
  const first = closed !== null && ofHours.has(hold.reason) ? [] : [barrierOf(hold)];
  const trunk = await trunkOf(scope, campaign);
  const second = trunk !== null && lasting.has(trunk.reason) && trunk.reason !== hold.reason ? [trunk] : [];
  return { ...hold, barriers: [...first, ...second, ...(closed?.barriers ?? [])] };
}

/** Returns why the trunks of the campaign's number take no call. Null when they do, or when no call needs this number. */
async function trunkOf(
  { db, actor: { organizationId } }: ReadScope,
  campaign: Campaign,
): Promise<Barrier | null> {
  const { campaignId, hasStarted, callDefaults } = campaign;
  const { phoneNumberId } = callDefaults;
  if (phoneNumberId === null) return null;
  const hold = await trunkHold(db, organizationId, phoneNumberId);
  if (hold === null) return null;
  const callsMax = hasStarted ? callsOfRunning : callsBeforeStart;
  const isNeeded = await needsNumber(db, { organizationId, campaignId, phoneNumberId, callsMax });
  return isNeeded ? barrierOf(hold) : null;
}

function barrierOf({ reason, message }: { reason: string; message: string }): Barrier {
  return { reason, message, scheduleId: null };
}

/** The calls of a running campaign whose hours are looked at. Its hold counts the calls, and lists ask every 15 s. */
const callsOfRunning = 300;
/** The calls whose hours are looked at before the start. */
const callsBeforeStart = 5_000;

/** Returns the hold of the waiting calls whose hours are closed now, and these hours. Null when all are open. */
async function closedHours(
  { db, actor: { organizationId } }: ReadScope,
  campaign: Campaign,
): Promise<{ hold: QueueHold; barriers: Barrier[] } | null> {
  const frame = await readHours(db, organizationId);
  const { campaignId, hasStarted } = campaign;
  const callsMax = hasStarted ? callsOfRunning : callsBeforeStart;
  const { groups, isMore } = await firstWaiting(db, { organizationId, campaignId, callsMax });
  const { alike } = await new Groups(db, campaign, organizationId, frame).alike(groups, 1);
  const closed = alike.flatMap(({ clocks, waiting }) => {
    const opensAtMs = clocks.length === 0 ? frame.nowMs : nextOpenOfAll(clocks, frame.nowMs);
    const calls = waiting.reduce((sum, group) => sum + group.calls, 0);
    const shut = clocks.filter(({ schedule, zone }) => !isOpen(schedule, zone, frame.nowMs));
    return opensAtMs === frame.nowMs
      ? []
      : [{ opensAtMs: opensAtMs ?? Number.POSITIVE_INFINITY, calls, shut }];
  });
  if (closed.length === 0) return null;
  const barriers = barriersOf(closed.flatMap(({ shut }) => shut));
  const firstAtMs = Math.min(...closed.map(({ opensAtMs }) => opensAtMs));
  const until = Number.isFinite(firstAtMs) ? new Date(firstAtMs).toISOString() : null;
  const reason = barriers.some(({ scheduleId }) => scheduleId !== null) ? 'schedule-closed' : 'calling-hours';
  const message = until === null ? holdMessages[reason]! : holdMessage(reason, until);
  const calls = closed.reduce((sum, group) => sum + group.calls, 0);
  return { hold: { reason, message, calls, isMore, until, since: null }, barriers };
}

/** The most schedules that are named. */
const schedulesMax = 10;

/** Returns each schedule once, the hours of the campaign, and all rules in one. */
function barriersOf(shut: readonly HoursClock[]): Barrier[] {
  const schedules = new Map<string, Barrier>();
  const rules = new Set<string>();
  let isNight = false;
  for (const { of } of shut) {
    if ('scheduleId' in of) {
      const { scheduleId, name } = of;
      schedules.set(scheduleId, {
        reason: 'schedule-closed',
        message: `The schedule "${name}" is closed.`,
        scheduleId,
      });
    } else if (of === daytime) isNight = true;
    else rules.add(ruleLabel(of));
  }
  const [rule, ...others] = rules;
  const more = others.length === 0 ? '' : ` and of ${others.length} other rules`;
  const ofRules = `The calling hours of ${rule}${more} are over or have not begun.`;
  return [
    ...[...schedules.values()].slice(0, schedulesMax),
    ...(isNight ? [barrierOf({ reason: 'daytime-only', message: byDay })] : []),
    ...(rule === undefined ? [] : [barrierOf({ reason: 'calling-hours', message: ofRules })]),
  ];
}

const byDay = 'The campaign calls only between 8:00 and 21:00 on the customer’s clock.';
