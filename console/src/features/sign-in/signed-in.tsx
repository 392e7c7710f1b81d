import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { oidcQuery, sessionQuery, whenSignedOut } from '../../api/index.ts';
import { ErrorState } from '../../ui/index.ts';
import { Door } from './door.tsx';
import { SignInForm } from './sign-in-form.tsx';

/**
 * What is within is only shown to who is signed in; everybody else signs in at the same address, and then sees what
 * they came for. A session that ends while its pages are open leads here too, with a word about it.
 */
export function SignedIn({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const { data, error, isPending, refetch } = useQuery(sessionQuery);
  const [hasEnded, setEnded] = useState(false);
  const oidc = useQuery({ ...oidcQuery, enabled: data === null });
  useEffect(() => {
    whenSignedOut(() => {
      setEnded(true);
      client.setQueryData(sessionQuery.queryKey, null);
    });
  }, [client]);
  useEffect(() => {
    if (data) setEnded(false);
  }, [data]);
  if (data) return children;
  // Without it for a moment more, so that the form is there at once and whole.
  if (isPending || (!error && oidc.isPending)) return <div aria-busy="true" />;
  return (
    <Door title="Sign in to Parley">
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <SignInForm hasEnded={hasEnded} provider={oidc.data?.name ?? null} />
      )}
    </Door>
  );
}
