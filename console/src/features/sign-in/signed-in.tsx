import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { memberOf, oidcQuery, sessionQuery, useHasEnded, useSessionWatch } from '../../api/index.ts';
import { ErrorState } from '../../ui/index.ts';
import { Door } from './door.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { SignInForm } from './sign-in-form.tsx';

/**
 * Shows its content to signed-in members only. Others sign in at the same address and then see it. When a session
 * ends, the member signs in over the open page, and input stays. Another member starts with a fresh page.
 */
export function SignedIn({ children }: { children: ReactNode }) {
  const { data, error, isPending, refetch } = useQuery(sessionQuery);
  const oidc = useQuery({ ...oidcQuery, enabled: data === null });
  const hasEnded = useHasEnded();
  useSessionWatch();
  if (data) {
    return (
      <Fragment key={memberOf(data)}>
        {children}
        {hasEnded ? <SignInAgain session={data} /> : null}
      </Fragment>
    );
  }
  // Waits a moment, so that the form appears complete.
  if (isPending || (!error && oidc.isPending)) return <div aria-busy="true" />;
  return (
    <Door title="Sign in to Parley">
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <SignInForm hasEnded={false} provider={oidc.data?.name ?? null} />
      )}
    </Door>
  );
}
