import type { ResealedColumn, SecretKey } from '../../platform/access/index.ts';
import { change, type ReadScope, type Scope } from '../../platform/audit/index.ts';
import type { Queryable } from '../../platform/db/index.ts';
import { changesNothing, type Page, type PageRequest, pageOf } from '../../platform/http/index.ts';
import { conflict, invalid, newId, notFound } from '../../platform/kernel/index.ts';
import type { MailOutbox } from '../../platform/mail/index.ts';
import {
  type AlertChannel,
  type CreateAlertChannel,
  channelsMax,
  type UpdateAlertChannel,
} from './schemas.ts';
import {
  countChannels,
  deleteChannelRow,
  insertChannel,
  isChannelNameTaken,
  lockChannel,
  type StoredChannel,
  selectChannels,
  updateChannelRow,
} from './store/channels.ts';
import { lockAlerts } from './store/rules.ts';

/** Where a channel sends to. */
export type Target = { addresses: string[] } | { url: string };

interface Place {
  organizationId: string;
  alertChannelId: string;
}

/** What channels need: the key that seals their targets, and the outbox where a mail server is set. */
interface ChannelScope extends Scope {
  secret: SecretKey;
  mailOutbox: MailOutbox | null;
  /** CIDRs of private addresses that may be reached. */
  egressAllow: readonly string[];
}

/** Why channels by e-mail send nothing. */
export const noMailServer =
  'This installation has no mail server any more (PARLEY_SMTP_URL). E-mails about alerts wait for it up to 24 hours.';

/** Creates a place where alerts are sent. Throws a 409 for e-mail where the operator has set no mail server. */
export async function createChannel(scope: ChannelScope, input: CreateAlertChannel): Promise<AlertChannel> {
  const { organizationId } = scope.actor;
  if (input.kind === 'email' && scope.mailOutbox === null)
    throw conflict(
      'mail.off',
      'This installation sends no e-mail. The operator sets PARLEY_SMTP_URL for it.',
    );
  if ('url' in input) await refuseClosed(input.url, scope.egressAllow);
  return change(scope, async (tx) => {
    await lockAlerts(tx, organizationId);
    await refuseTakenName(tx, organizationId, input.name);
    if ((await countChannels(tx, organizationId)) >= channelsMax)
      throw conflict('alert_channel.too_many', `An organization has at most ${channelsMax} channels.`);
    const place = { organizationId, alertChannelId: newId('achannel') };
    const target: Target =
      input.kind === 'email' ? { addresses: input.addresses } : { url: new URL(input.url).href };
    const sealedTarget = scope.secret.seal(JSON.stringify(target), placeOf(place));
    const { kind, name } = input;
    const stored = await insertChannel(tx, {
      ...place,
      kind,
      name,
      target: shownTarget(target),
      sealedTarget,
    });
    const audit = { verb: 'created', type: 'alert_channels', id: place.alertChannelId, label: name } as const;
    return { result: shown(stored, scope.mailOutbox), audit };
  });
}

/** Changes the name of a channel, or where it sends to. Messages that wait are sent there too. */
export async function updateChannel(
  scope: ChannelScope,
  id: string,
  input: UpdateAlertChannel,
): Promise<AlertChannel> {
  const { organizationId } = scope.actor;
  if (input.url !== undefined) await refuseClosed(input.url, scope.egressAllow);
  return change(scope, async (tx) => {
    await lockAlerts(tx, organizationId);
    const current = await lockChannel(tx, organizationId, id);
    if (!current) throw notFound('alert channel');
    if (input.name !== undefined && input.name !== current.name)
      await refuseTakenName(tx, organizationId, input.name, id);
    const isMail = current.kind === 'email';
    if (isMail && input.url !== undefined)
      throw invalid('url', 'must be absent, because the channel is an e-mail');
    if (!isMail && input.addresses !== undefined)
      throw invalid('addresses', 'must be absent, because the channel is an incoming webhook');
    if (changesNothing(input)) return { result: shown(current, scope.mailOutbox), audit: [] };
    const target: Target =
      input.addresses !== undefined
        ? { addresses: input.addresses }
        : input.url !== undefined
          ? { url: new URL(input.url).href }
          : openTarget(scope.secret, current);
    const stored = await updateChannelRow(tx, {
      ...{ organizationId, alertChannelId: id, name: input.name ?? current.name },
      target: shownTarget(target),
      sealedTarget: scope.secret.seal(JSON.stringify(target), placeOf(current)),
    });
    const audit = { verb: 'updated', type: 'alert_channels', id, label: stored.name } as const;
    return { result: shown(stored, scope.mailOutbox), audit };
  });
}

/** Channels of earlier versions may share a name. */
async function refuseTakenName(tx: Queryable, organizationId: string, name: string, own = ''): Promise<void> {
  if (await isChannelNameTaken(tx, organizationId, name, own))
    throw invalid('name', 'is the name of another channel; choose another');
}

/** Rejects a URL with a closed address. Loads the HTTP client, which an installation without channels does not need. */
async function refuseClosed(url: string, allow: readonly string[]): Promise<void> {
  const { refuseClosedUrl } = await import('../../platform/egress/index.ts');
  refuseClosedUrl(url, allow);
}

/** Deletes a channel. Rules go on without it. */
export async function deleteChannel(scope: Scope, id: string): Promise<void> {
  const { organizationId } = scope.actor;
  return change(scope, async (tx) => {
    await lockAlerts(tx, organizationId);
    const label = await deleteChannelRow(tx, organizationId, id);
    if (label === null) throw notFound('alert channel');
    return { result: undefined, audit: { verb: 'deleted', type: 'alert_channels', id, label } };
  });
}

/** Lists channels, newest first. */
export async function listChannels(
  { db, actor, mailOutbox }: ReadScope & Pick<ChannelScope, 'mailOutbox'>,
  page: PageRequest,
): Promise<Page<AlertChannel>> {
  const rows = await selectChannels(db, actor.organizationId, page);
  const channels = rows.map((row) => shown(row, mailOutbox));
  return pageOf(channels, page.size, ({ createdAt, alertChannelId }) => ({ createdAt, id: alertChannelId }));
}

/** Opens the target. Throws when it was altered, moved, or sealed with another secret key. */
export function openTarget(secret: SecretKey, stored: Place & { sealedTarget: Buffer }): Target {
  return JSON.parse(secret.open(stored.sealedTarget, placeOf(stored))) as Target;
}

/** The column that holds targets, for key rotation. */
export const sealedAlertColumns: readonly ResealedColumn[] = [
  {
    table: 'alert_channels',
    column: 'sealed_target',
    key: ['organization_id', 'channel_id'],
    again: (value, row, reseal) =>
      reseal(
        value as Buffer,
        placeOf({ organizationId: row.organization_id!, alertChannelId: row.channel_id! }),
      ),
  },
];

function placeOf({ organizationId, alertChannelId }: Place): string {
  return `alert-channel:${organizationId}:${alertChannelId}`;
}

function shownTarget(target: Target): string {
  if ('addresses' in target) return target.addresses.join(', ');
  const { host, href } = new URL(target.url);
  return `${host}/…${href.slice(-4)}`;
}

function shown(stored: StoredChannel, mailOutbox: MailOutbox | null): AlertChannel {
  const { alertChannelId, kind, name, target, createdAt, updatedAt } = stored;
  const problem = kind === 'email' && mailOutbox === null ? noMailServer : null;
  return { alertChannelId, kind, name, target, problem, createdAt, updatedAt };
}
