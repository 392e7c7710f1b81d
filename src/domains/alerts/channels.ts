import type { ResealedColumn, SecretKey } from '../../platform/access/index.ts';
import { change, type ReadScope, type Scope } from '../../platform/audit/index.ts';
import { type Page, type PageRequest, pageOf } from '../../platform/http/index.ts';
import { conflict, newId, notFound } from '../../platform/kernel/index.ts';
import type { MailOutbox } from '../../platform/mail/index.ts';
import { type AlertChannel, type CreateAlertChannel, channelsMax } from './schemas.ts';
import {
  countChannels,
  deleteChannelRow,
  insertChannel,
  type StoredChannel,
  selectChannels,
} from './store/channels.ts';
import { lockAlerts } from './store/rules.ts';

/** Where a channel sends to. */
export type Target = { addresses: string[] } | { url: string };

interface Place {
  organizationId: string;
  alertChannelId: string;
}

/** Creates a place where alerts are sent. Throws a 409 for e-mail where the operator has set no mail server. */
export async function createChannel(
  scope: Scope & { secret: SecretKey; mailOutbox: MailOutbox | null },
  input: CreateAlertChannel,
): Promise<AlertChannel> {
  const { organizationId } = scope.actor;
  if (input.kind === 'email' && scope.mailOutbox === null)
    throw conflict(
      'mail.off',
      'This installation sends no e-mail. The operator sets PARLEY_SMTP_URL for it.',
    );
  return change(scope, async (tx) => {
    await lockAlerts(tx, organizationId);
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
    return { result: shown(stored), audit };
  });
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
export async function listChannels({ db, actor }: ReadScope, page: PageRequest): Promise<Page<AlertChannel>> {
  const rows = await selectChannels(db, actor.organizationId, page);
  return pageOf(rows.map(shown), page.size, ({ createdAt, alertChannelId }) => ({
    createdAt,
    id: alertChannelId,
  }));
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

function shown({ alertChannelId, kind, name, target, createdAt, updatedAt }: StoredChannel): AlertChannel {
  return { alertChannelId, kind, name, target, createdAt, updatedAt };
}
