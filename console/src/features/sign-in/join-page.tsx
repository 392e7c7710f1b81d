import { Button, PasswordInput, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { type Invitation, readInvitation, useSignIn } from '../../api/index.ts';
import { ErrorState, TimeText } from '../../ui/index.ts';
import { Door } from './door.tsx';

/** The page of invitation links: the member chooses a password and is signed in. */
export function JoinPage() {
  // The token is in the fragment, so that no request log contains it. It is read once, because the address is then
  // replaced.
  const [token] = useState(() => window.location.hash.slice(1));
  const { data, error } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => readInvitation(token),
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Door title={data ? `Join ${data.organizationName}` : 'Join Parley'}>
      {token === '' ? (
        <Text size="sm">This link is incomplete: the part after # is missing. Open the whole link.</Text>
      ) : null}
      {error ? (
        <Stack gap="sm">
          <ErrorState error={error} />
          <Text size="sm" c="dimmed">
            Each link works once and for a limited time. Ask for a new one. The owner creates theirs with{' '}
            <code>npm run owner:link</code>.
          </Text>
        </Stack>
      ) : null}
      {data ? <JoinForm invitation={data} token={token} /> : null}
      {!data && !error && token !== '' ? <Skeleton height={212} /> : null}
    </Door>
  );
}

function JoinForm({ invitation, token }: { invitation: Invitation; token: string }) {
  const { join } = useSignIn();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setFailure(null);
    try {
      const email = invitation.email === null ? { email: String(form.get('email')) } : {};
      await join({ token, password: String(form.get('password')), ...email });
      await navigate({ to: '/', replace: true });
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">
          {invitation.memberName ? `Welcome, ${invitation.memberName}. ` : ''}Choose how you will sign in.
        </Text>
        {failure ? <ErrorState error={failure} /> : null}
        <TextInput
          name="email"
          type="email"
          label="Email"
          autoComplete="username"
          required
          withAsterisk={false}
          {...(invitation.email === null ? {} : { defaultValue: invitation.email, readOnly: true })}
        />
        <PasswordInput
          name="password"
          label="Password"
          description="At least 12 characters. A few random words are easy to remember."
          autoComplete="new-password"
          minLength={12}
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
        />
        <Button type="submit" loading={isBusy} fullWidth mt="xs">
          Join
        </Button>
        <Text size="xs" c="dimmed">
          The link expires <TimeText at={invitation.expiresAt} />.
        </Text>
      </Stack>
    </form>
  );
}
