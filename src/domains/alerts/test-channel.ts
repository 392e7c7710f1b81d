import { change, type Scope } from '../../platform/audit/index.ts';
import type { Egress } from '../../platform/egress/index.ts';
import { conflict, notFound } from '../../platform/kernel/index.ts';
import { openTarget } from './channels.ts';
import { post, slackBody, teamsBody } from './chat-messages.ts';
import { type AnnouncingParts, alertMail } from './raise.ts';
import type { ChannelTest } from './schemas.ts';
import { channelsOfIds } from './store/channels.ts';

interface TestScope extends Scope, AnnouncingParts {
  baseUrl: string;
  openEgress: () => Promise<Egress>;
}

/** Sends a test message to a channel. */
export async function testChannel(scope: TestScope, id: string): Promise<ChannelTest> {
  const { db, actor, secret, mailOutbox, baseUrl } = scope;
  const { organizationId } = actor;
  const [channel] = await channelsOfIds(db, organizationId, [id]);
  if (!channel) throw notFound('alert channel');
  const words = {
    title: 'Test of an alert channel',
    text: `Alerts of rules with the channel “${channel.name}” arrive here.`,
    url: `${baseUrl}/alerts`,
  };
  const audit = { verb: 'triggered', type: 'alert_channels', id, label: channel.name } as const;
  const target = openTarget(secret, channel);
  if ('url' in target) {
    await change(scope, async () => ({ result: undefined, audit }));
    const outlet = (await scope.openEgress()).of(organizationId, 'alerts');
    const body = channel.kind === 'slack' ? slackBody(words) : teamsBody(words);
    const { ok, reason } = await post(outlet, target.url, body);
    return { ok, message: ok ? `Posted to ${channel.target}.` : (reason ?? 'It was not accepted.') };
  }
  if (mailOutbox === null)
    throw conflict(
      'mail.off',
      'This installation sends no e-mail. The operator sets PARLEY_SMTP_URL for it.',
    );
  await change(scope, async (tx) => {
    for (const to of target.addresses)
      await mailOutbox.put(tx, {
        ...{ organizationId, to, kind: 'alert', referenceId: `${id} test`, ...alertMail(words) },
      });
    return { result: undefined, audit };
  });
  return { ok: true, message: `An e-mail is on its way to ${channel.target}.` };
}
