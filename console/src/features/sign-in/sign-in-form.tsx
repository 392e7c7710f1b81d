import { Alert, Button, Divider, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiFailure, useSignIn } from '../../api/index.ts';
import { ErrorState } from '../../ui/index.ts';
import { OidcButton } from './oidc-button.tsx';

interface SignInFormProps {
  hasEnded: boolean;
  /** The identity provider's name, or null when there is none. */
  provider: string | null;
}

/** Sign-in by identity provider, or by email and password. Members of several organizations choose one by id. */
export function SignInForm({ hasEnded, provider }: SignInFormProps) {
  const { signIn } = useSignIn();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [asksOrganization, setAsksOrganization] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const organizationId = String(form.get('organizationId') ?? '').trim();
    setBusy(true);
    setFailure(null);
    try {
      await signIn({
        email: String(form.get('email')),
        password: String(form.get('password')),
        ...(organizationId ? { organizationId } : {}),
      });
    } catch (error) {
      setFailure(error);
      if (error instanceof ApiFailure && error.message.includes('organizationId')) setAsksOrganization(true);
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {hasEnded && !failure ? (
          <Alert color="yellow" variant="light" role="status">
            Your session has ended. Sign in again to continue.
          </Alert>
        ) : null}
        {provider === null ? null : (
          <>
            <OidcButton name={provider} returnTo={`${window.location.pathname}${window.location.search}`} />
            <Divider label="or" />
          </>
        )}
        {failure ? <ErrorState error={failure} /> : null}
        <TextInput
          name="email"
          type="email"
          label="Email"
          autoComplete="username"
          required
          withAsterisk={false}
          data-autofocus
          autoFocus
        />
        <PasswordInput
          name="password"
          label="Password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
        />
        {asksOrganization ? (
          <TextInput name="organizationId" label="Organization id" required withAsterisk={false} />
        ) : null}
        <Button type="submit" loading={isBusy} fullWidth mt="xs">
          Sign in
        </Button>
        <Text size="xs" c="dimmed">
          No account yet? Ask an owner or admin for a link. The owner of a new installation gets theirs on the
          terminal or with <code>npm run owner:link</code>.
        </Text>
      </Stack>
    </form>
  );
}
