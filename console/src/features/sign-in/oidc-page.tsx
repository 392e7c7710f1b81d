import { Alert, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ApiFailure, oidcQuery, useSignIn } from '../../api/index.ts';
import { AppLink, ErrorState } from '../../ui/index.ts';
import { Door } from './door.tsx';
import { OidcButton } from './oidc-button.tsx';

/** The page that the identity provider returns to. The parameters that it added sign the member in, once. */
export function OidcPage() {
  // Read once and then removed from the address, because it works only once.
  const [query] = useState(() => window.location.search.slice(1));
  const { finishOidc } = useSignIn();
  const router = useRouter();
  const { data, error } = useQuery({
    queryKey: ['session', 'oidc', query],
    queryFn: () => finishOidc(query),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
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
  // A known member without access: this page cannot help.
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

/** Returns the organizations to choose from, as the service lists them. */
function organizationsIn(error: Error): { organizationId: string; label: string }[] {
  if (!(error instanceof ApiFailure) || error.code !== 'sign_in.ambiguous') return [];
  return error.fields.flatMap(({ message }) => {
    const [, organizationId, label] = /^(\S+) is (.*)$/s.exec(message) ?? [];
    return organizationId && label ? [{ organizationId, label }] : [];
  });
}
