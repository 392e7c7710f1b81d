import { Button } from '@mantine/core';
import { useState } from 'react';
import { api, read, type Schema } from '../../api/index.ts';
import { formatDuration, toastDone, toastFailure, toastProblem } from '../../ui/index.ts';

type Check = Schema<'ProviderKeyCheck'>;

/** Asks the vendor whether it accepts a stored key. */
export function checkOf(providerKeyId: string): Promise<Check> {
  const params = { path: { providerKeyId } };
  return read(api.POST('/api/provider-keys/{providerKeyId}/check', { params }));
}

const titles: Record<Exclude<Check['outcome'], 'accepted'>, string> = {
  refused: 'The key was refused',
  unreachable: 'The provider did not answer',
  unknown: 'The key could not be checked',
};

/** Shows the answer to a key. A problem stays until the user closes it. `before` is a sentence with its space. */
export function showCheck({ outcome, message, tookMs }: Check, before = ''): void {
  if (outcome === 'accepted') toastDone(`${before}${message} (${formatDuration(tookMs)})`);
  else toastProblem(titles[outcome], `${before}${message}`);
}

/** Checks a key and shows the answer. */
export function CheckKeyButton({ providerKeyId }: { providerKeyId: string }) {
  const [isBusy, setBusy] = useState(false);
  const check = async () => {
    setBusy(true);
    try {
      showCheck(await checkOf(providerKeyId));
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="default" size="compact-xs" loading={isBusy} onClick={() => void check()}>
      Check key
    </Button>
  );
}
