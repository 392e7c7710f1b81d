import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, read, type Schema } from '../../api/index.ts';
import { ErrorState, formatInstant, LoopbackNote, SecretOnce } from '../../ui/index.ts';
import { mailQuery } from './queries.ts';

const mailPollMs = 3000;

/** A link as the API shows it once. `sentTo` is set when it was sent by e-mail. */
export type MadeInvitation = { url: string | null; expiresAt: string; sentTo?: string };

/** The sign-in link of a member: it is sent by e-mail where that is set, or copied. */
export function Invitation({
  member: { memberId, email },
  made,
}: {
  member: Schema<'Member'>;
  made: MadeInvitation | null;
}) {
  const client = useQueryClient();
  const mail = useQuery(mailQuery);
  const queryKey = ['members', 'invitation', memberId];
  const state = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      read(api.GET('/api/members/{memberId}/invitation', { params: { path: { memberId } }, signal })),
    refetchInterval: ({ state }) => (state.data?.mail?.state === 'waiting' ? mailPollMs : false),
  });
  const params = { path: { memberId } };
  const invite = useMutation({
    mutationFn: async (byMail: boolean): Promise<MadeInvitation> =>
      byMail
        ? await read(api.POST('/api/members/{memberId}/invitation/mail', { params }))
        : await read(api.POST('/api/members/{memberId}/invitation', { params })),
    onSuccess: () => client.invalidateQueries({ queryKey }),
  });
  const shown = invite.data ?? made;
  const sent = state.data?.mail ?? null;
  const canMail = mail.data?.isSet === true && email !== null;
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        A sign-in link is for joining or resetting a password.
      </Text>
      {shown?.url ? <Link made={shown} /> : null}
      {sent ? <MailState mail={sent} /> : null}
      <Group gap="xs">
        {canMail ? (
          <Button
            size="xs"
            variant={sent ? 'default' : 'filled'}
            onClick={() => invite.mutate(true)}
            loading={invite.isPending && invite.variables}
          >
            {sent ? 'Send again' : `Send link to ${email}`}
          </Button>
        ) : null}
        <Button
          size="xs"
          variant="default"
          onClick={() => invite.mutate(false)}
          loading={invite.isPending && !invite.variables}
        >
          {shown?.url ? 'Create another link' : 'Create sign-in link'}
        </Button>
      </Group>
      {mail.data?.isSet === false ? (
        <Text size="sm" c="dimmed">
          This server sends no e-mail, so send the link yourself. Your operator can change that with{' '}
          <Code>PARLEY_SMTP_URL</Code>.
        </Text>
      ) : null}
      {mail.data?.isSet && email === null ? (
        <Text size="sm" c="dimmed">
          Save an email address to send the link by e-mail.
        </Text>
      ) : null}
      {invite.error ? <ErrorState error={invite.error} /> : null}
    </Stack>
  );
}

function Link({ made: { url, expiresAt, sentTo } }: { made: MadeInvitation }) {
  const title = sentTo === undefined ? 'Send this link to the member' : `The link goes to ${sentTo}`;
  return (
    <>
      <SecretOnce secret={url!} title={title}>
        {`The link works once, until ${formatInstant(expiresAt)}, to set a password. It replaces earlier links.`}
      </SecretOnce>
      <LoopbackNote
        host={new URL(url!).hostname}
        subject="The link"
        settings={['PARLEY_HTTP_HOST', 'PARLEY_PUBLIC_URL']}
      />
    </>
  );
}

function MailState({ mail }: { mail: NonNullable<Schema<'InvitationState'>['mail']> }) {
  const { recipient, state, reason, at } = mail;
  const reasonText = reason === null ? '' : ` The mail server said: ${reason}`;
  const text = {
    waiting: `The e-mail to ${recipient} is being sent.${reasonText}`,
    sent: `Sent to ${recipient} at ${formatInstant(at)}.`,
    failed: `The e-mail to ${recipient} was not sent.${reasonText}`,
  }[state];
  return (
    <Text size="sm" role="status" {...(state === 'failed' ? { c: 'red' } : {})}>
      {text}
    </Text>
  );
}
