import { Alert } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { ApiFailure } from '../api/index.ts';
import type { FormErrors } from './error-at.ts';
import { ErrorState, FieldFailures } from './error-state.tsx';

/** Shown below the fields: what they do not show themselves. */
export function FormFailure({ errors: { failure, unshown } }: { errors: FormErrors }) {
  const box = useRef<HTMLDivElement>(null);
  // A refused field may be folded away or out of sight.
  useEffect(() => {
    if (!failure) return;
    const form = box.current?.closest('form');
    const folded = form?.querySelectorAll('details:has([aria-invalid="true"])');
    for (const details of folded ?? []) (details as HTMLDetailsElement).open = true;
    const refused = form?.querySelector('[aria-invalid="true"]');
    (refused ?? box.current)?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  if (!failure) return null;
  const isOfFields = failure instanceof ApiFailure && failure.fields.length > 0;
  const others = unshown();
  return (
    <div ref={box}>
      {isOfFields && others.length < failure.fields.length ? (
        <Alert color="red" variant="light" role="alert" title="Some fields need attention.">
          {others.length > 0 ? <FieldFailures fields={others} /> : null}
        </Alert>
      ) : (
        <ErrorState error={failure} />
      )}
    </div>
  );
}
