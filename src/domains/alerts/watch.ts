import type { Database } from '../../platform/db/index.ts';
import type { Egress } from '../../platform/egress/index.ts';
import { counter, type Log, newId, PollingLoop, toError } from '../../platform/kernel/index.ts';
import { noMailServer, openTarget, type Target } from './channels.ts';
import { post, type Words } from './chat-messages.ts';
import { type AnnouncingParts, beginAlert, endAlert, putMails } from './raise.ts';
import { readUsual, readWindow } from './read-rule.ts';
import { beginSentence } from './sentences.ts';
import { decide, limitOf } from './state.ts';
import { worsenAlert } from './store/alerts.ts';
import { type ClaimedMessage, claimMessages, deleteMessage, settleMessage } from './store/messages.ts';
import { namesOf } from './store/names.ts';
import { claimRules, failRule, lockRule, type StoredRule, settleRule } from './store/rules.ts';

const readings = counter('parley_alert_readings_total', 'Readings of alert rules by result', ['result']);
const posts = counter('parley_alert_messages_total', 'Tries to send an alert to a channel by result', [
  'result',
]);

const minuteMs = 60_000;
/** How often to look for rules and messages that are due. */
const lookEveryMs = 10_000;
/** Rules with long windows change slowly, and their readings cost more. */
const longWindowMinutes = 180;
const delaysMs = [30_000, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs, 60 * minuteMs];
const givenUpAfterMs = 24 * 60 * minuteMs;
const messagesMax = 10;

interface AlertWatchOptions extends AnnouncingParts {
  db: Database;
  log: Log;
  openEgress: () => Promise<Egress>;
  /** As the operator configured it. */
  publicUrl: string | null;
  pollMs?: number;
}

/**
 * Reads the rules that are due, and posts messages to chat channels. Several processes may do so. Each rule and message is
 * claimed by one of them. A reading and everything that follows from it are stored in one transaction.
 */
export class AlertWatch {
  readonly #options: AlertWatchOptions;
  readonly #rules: PollingLoop;
  readonly #messages: PollingLoop;

  constructor(options: AlertWatchOptions) {
    this.#options = options;
    const { pollMs = lookEveryMs } = options;
    this.#rules = new PollingLoop(() => this.#read(), pollMs);
    this.#messages = new PollingLoop(() => this.#post(), pollMs);
  }

  start(): void {
    this.#rules.start();
    this.#messages.start();
  }

  async close(): Promise<void> {
    await Promise.all([this.#rules.stop(), this.#messages.stop()]);
  }

  async #read(): Promise<boolean> {
    const { db, log } = this.#options;
    try {
      const [rule] = await claimRules(db, 1);
      if (!rule) return false;
      await this.#readRule(rule);
      this.#messages.wake();
      return true;
    } catch (error) {
      log.warn({ err: error }, 'cannot look for alert rules');
      return false;
    }
  }

  async #readRule(rule: StoredRule): Promise<void> {
    const { db, log } = this.#options;
    const { organizationId, alertRuleId } = rule;
    try {
      await readRule(this.#options, rule, Date.now());
      readings.inc({ result: 'read' });
    } catch (error) {
      readings.inc({ result: 'failed' });
      log.warn({ err: error, organizationId, alertRuleId }, 'cannot read an alert rule');
      await failRule(db, rule, toError(error).message.slice(0, 200));
    }
  }

  async #post(): Promise<boolean> {
    const { db, log } = this.#options;
    try {
      const messages = await claimMessages(db, messagesMax);
      await Promise.all(messages.map((message) => this.#postOne(message)));
      return messages.length > 0;
    } catch (error) {
      log.warn({ err: error }, 'cannot post messages about alerts');
      return false;
    }
  }

  async #postOne(message: ClaimedMessage): Promise<void> {
    const { db, secret, log } = this.#options;
    const { organizationId, alertId, channelId, sealedTarget, tries, ageMs } = message;
    const delayMs = delaysMs[Math.min(tries, delaysMs.length) - 1]!;
    const target =
      sealedTarget && openTarget(secret, { organizationId, alertChannelId: channelId, sealedTarget });
    if (target === null) {
      const reason = 'The channel was deleted.';
      return settleMessage(db, message, { state: 'failed', reason, delayMs });
    }
    const { ok, isFinal, reason } = await this.#deliver(message, target);
    const isLast = isFinal || ageMs + delayMs > givenUpAfterMs;
    const state = ok ? 'sent' : isLast ? 'failed' : 'waiting';
    posts.inc({ result: ok ? 'sent' : isLast ? 'failed' : 'retried' });
    if (!ok) log.warn({ organizationId, alertId, channelId, reason, isLast }, 'an alert was not sent');
    return settleMessage(db, message, { state, reason, delayMs });
  }

  /** Posts a message, or gives it to the outbox of e-mails once there is one again. */
  async #deliver(message: ClaimedMessage, target: Target) {
    const { db, openEgress, mailOutbox } = this.#options;
    if ('url' in target) {
      const outlet = (await openEgress()).of(message.organizationId, 'alerts');
      return await post(outlet, target.url, message.body);
    }
    if (mailOutbox === null) return { ok: false, isFinal: false, reason: noMailServer };
    await db.transaction(async (tx) => {
      if (await deleteMessage(tx, message))
        await putMails(tx, mailOutbox, message, target.addresses, message.body as Words);
    });
    return { ok: true, isFinal: true, reason: null };
  }
}

/** Reads a claimed rule, and stores what follows from the reading. */
export async function readRule(
  { db, publicUrl, ...parts }: Pick<AlertWatchOptions, 'db' | 'publicUrl'> & AnnouncingParts,
  rule: StoredRule,
  nowMs: number,
): Promise<void> {
  const { organizationId, alertRuleId, windowMinutes } = rule;
  const reading = await readWindow(db, organizationId, rule, nowMs);
  const usual = rule.comparedTo === 'earlier-weeks' ? await readUsual(db, rule, nowMs) : null;
  const limit = limitOf(rule, usual?.value ?? null);
  const at = new Date(nowMs).toISOString();
  await db.transaction(async (tx) => {
    const now = await lockRule(tx, organizationId, alertRuleId);
    // The rule was changed, or another process has read it since.
    if (!now?.enabled || now.revision !== rule.revision) return;
    if (now.reading !== null && now.reading.at > at) return;
    const alertId = newId('alert', nowMs);
    const { watch, change, endReason } = decide(now, now.watch, { reading, limit, nowMs, alertId });
    const to = { organizationId, channelIds: now.channelIds, baseUrl: publicUrl ?? now.baseUrl };
    if (change === 'begins') {
      const { name, measure, agentId, campaignId, teamId } = now;
      const value = reading.value!;
      const names = await namesOf(tx, organizationId, { agentId, campaignId, teamId });
      const summary = beginSentence(now, value, limit!, names);
      const alert = {
        alertId,
        alertRuleId,
        name,
        summary,
        measure,
        agentId,
        campaignId,
        value,
        limit: limit!,
      };
      await beginAlert(tx, parts, to, { ...alert, beganAt: at });
    } else if (change === 'ends') {
      await endAlert(tx, parts, to, { alertId: now.watch.alertId!, endedAt: at, endReason: endReason! });
    } else if (watch.alertId !== null && watch.worst !== null) {
      await worsenAlert(tx, organizationId, watch.alertId, watch.worst);
    }
    const nextInMs = windowMinutes >= longWindowMinutes ? 5 * minuteMs : minuteMs;
    await settleRule(tx, now, { watch, reading: { at, ...reading, limit }, usual, nextInMs });
  });
}
