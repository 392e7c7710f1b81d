import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { memberOf, oidcQuery, sessionQuery, useHasEnded, useSessionWatch } from '../../api/index.ts';
import { ErrorState } from '../../ui/index.ts';
import { Door } from './door.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { SignInForm } from './sign-in-form.tsx';

/**
 * What is within is only shown to who is signed in; everybody else signs in at the same address, and then sees what
 * they came for. Where a session ends while its pages are open they sign in over them, and what was typed stays; another
 * member begins anew.
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
  // Without it for a moment more, so that the form is there at once and whole.
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
