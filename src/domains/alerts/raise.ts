import type { SecretKey } from '../../platform/access/index.ts';
import type { Transaction } from '../../platform/db/index.ts';
import { composeMail, type MailOutbox } from '../../platform/mail/index.ts';
import { emit } from '../events/index.ts';
import { openTarget } from './channels.ts';
import { slackBody, teamsBody, type Words } from './chat-messages.ts';
import { endSentence } from './sentences.ts';
import type { EndReason } from './state.ts';
import { type AlertRow, endAlertRow, insertAlert } from './store/alerts.ts';
import { channelsOfIds, type StoredChannel } from './store/channels.ts';
import { insertMessage } from './store/messages.ts';

/** What announces alerts. */
export interface AnnouncingParts {
  secret: SecretKey;
  mailOutbox: MailOutbox | null;
}

interface Destination {
  organizationId: string;
  channelIds: readonly string[];
  /** The base of links. */
  baseUrl: string;
}

/** Stores that an alert begins, with its event and its messages. */
export async function beginAlert(
  tx: Transaction,
  parts: AnnouncingParts,
  to: Destination,
  alert: Omit<AlertRow, 'worst' | 'endedAt' | 'endReason'>,
): Promise<void> {
  await insertAlert(tx, to.organizationId, alert);
  const begun: AlertRow = { ...alert, worst: alert.value, endedAt: null, endReason: null };
  await announce(tx, parts, to, begun, 'began', { title: `Alert: ${alert.name}`, text: alert.summary });
}

/** Stores that an alert ends, with its event and its messages. Does nothing when it has ended already. */
export async function endAlert(
  tx: Transaction,
  parts: AnnouncingParts,
  to: Destination,
  ending: { alertId: string; endedAt: string; endReason: EndReason },
): Promise<void> {
  const ended = await endAlertRow(tx, to.organizationId, ending.alertId, ending);
  if (ended === null) return;
  const words = { title: `Ended: ${ended.name}`, text: endSentence(ended) };
  await announce(tx, parts, to, ended, 'ended', words);
}

async function announce(
  tx: Transaction,
  parts: AnnouncingParts,
  { organizationId, channelIds, baseUrl }: Destination,
  alert: AlertRow,
  occasion: 'began' | 'ended',
  said: Pick<Words, 'title' | 'text'>,
): Promise<void> {
  const url = `${baseUrl}/alerts?alertId=${alert.alertId}`;
  const data = { ...alert, summary: said.text, url };
  await emit(tx, [{ organizationId, type: `alert.${occasion}`, resourceId: alert.alertId, data }]);
  for (const channel of await channelsOfIds(tx, organizationId, channelIds))
    await send(tx, parts, channel, { alertId: alert.alertId, occasion, words: { ...said, url } });
}

async function send(
  tx: Transaction,
  { secret, mailOutbox }: AnnouncingParts,
  channel: StoredChannel,
  { alertId, occasion, words }: { alertId: string; occasion: 'began' | 'ended'; words: Words },
): Promise<void> {
  const { organizationId, alertChannelId: channelId, name: channelName, kind } = channel;
  if (kind !== 'email') {
    const body = kind === 'slack' ? slackBody(words) : teamsBody(words);
    await insertMessage(tx, { organizationId, alertId, channelId, channelName, occasion, body });
    return;
  }
  const about = { organizationId, alertId, occasion };
  const target = openTarget(secret, channel);
  if (mailOutbox !== null && 'addresses' in target)
    await putMails(tx, mailOutbox, about, target.addresses, words);
  // The operator has removed the mail server since: the message waits for it.
  else await insertMessage(tx, { ...about, channelId, channelName, body: words });
}

/** Stores an e-mail about an alert for each address. */
export async function putMails(
  tx: Transaction,
  mailOutbox: MailOutbox,
  about: { organizationId: string; alertId: string; occasion: 'began' | 'ended' },
  addresses: readonly string[],
  words: Words,
): Promise<void> {
  const { organizationId, alertId, occasion } = about;
  for (const to of addresses) {
    const mail = { organizationId, to, kind: 'alert' as const, referenceId: `${alertId} ${occasion}` };
    await mailOutbox.put(tx, { ...mail, ...alertMail(words) });
  }
}

/** Returns the e-mail about an alert. */
export function alertMail({ title, text, url }: Words) {
  return composeMail({
    subject: title,
    paragraphs: [text],
    link: { label: 'Open in Parley', url },
    note: 'A rule of your organization sends this. Members can change it on the page Alerts.',
  });
}
