import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { beginOidc } from '../../api/index.ts';
import { ErrorState } from '../../ui/index.ts';

interface OidcButtonProps {
  /** The name of the identity provider. */
  name: string;
  /** The page to come back to. */
  returnTo: string;
  organizationId?: string;
  label?: string;
}

/** Opens the identity provider, which sends the browser back to `/sign-in/oidc`. */
export function OidcButton({ name, returnTo, organizationId, label }: OidcButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const go = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const { url } = await beginOidc({ returnTo, ...(organizationId ? { organizationId } : {}) });
      window.location.assign(url);
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <Stack gap="sm">
      {failure ? <ErrorState error={failure} /> : null}
      <Button variant="default" fullWidth loading={isBusy} onClick={() => void go()}>
        {label ?? `Sign in with ${name}`}
      </Button>
    </Stack>
  );
}
