import { Alert, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ApiFailure, oidcQuery, useSignIn } from '../../api/index.ts';
import { AppLink, ErrorState } from '../../ui/index.ts';
import { Door } from './door.tsx';
import { OidcButton } from './oidc-button.tsx';

/** Where the provider sends people back to: what it has added to the address signs them in, once. */
export function OidcPage() {
  // Taken once, and then out of the address: it is worth nothing to who goes back to it.
  const [query] = useState(() => window.location.search.slice(1));
  const { finishOidc } = useSignIn();
  const router = useRouter();
  const { data, error } = useQuery({
    queryKey: ['session', 'oidc', query],
    queryFn: () => finishOidc(query),
    ...{ retry: false, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
  });
  useEffect(() => {
    if (data) router.history.replace(data.returnTo);
    else window.history.replaceState(null, '', window.location.pathname);
  }, [data, router]);
  return (
    <Door title="Sign in to Parley">
      {error ? <Refused error={error} /> : <Skeleton height={72} aria-label="Signing in" />}
    </Door>
  );
}

function Refused({ error }: { error: Error }) {
  const name = useQuery(oidcQuery).data?.name ?? 'single sign-on';
  const organizations = organizationsIn(error);
  // Who is known and not let in: nothing on this page would change that.
  const isNotLetIn = error instanceof ApiFailure && error.status === 403;
  return (
    <Stack gap="sm">
      {organizations.length > 0 ? <Text size="sm">Choose an organization.</Text> : null}
      {isNotLetIn ? <Alert color="red" variant="light" role="alert" title={error.message} /> : null}
      {organizations.length > 0 || isNotLetIn ? null : <ErrorState error={error} />}
      {organizations.map(({ organizationId, label }) => (
        <OidcButton
          key={organizationId}
          name={name}
          returnTo="/"
          organizationId={organizationId}
          label={label}
        />
      ))}
      {organizations.length > 0 ? null : <OidcButton name={name} returnTo="/" label="Try again" />}
      <Text size="sm" ta="center">
        <AppLink to="/">Sign in another way</AppLink>
      </Text>
    </Stack>
  );
}

/** Those that somebody may choose from, as the service names them. */
function organizationsIn(error: Error): { organizationId: string; label: string }[] {
  if (!(error instanceof ApiFailure) || error.code !== 'sign_in.ambiguous') return [];
  return error.fields.flatMap(({ message }) => {
    const [, organizationId, label] = /^(\S+) is (.*)$/s.exec(message) ?? [];
    return organizationId && label ? [{ organizationId, label }] : [];
  });
}
