import { Paper } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { AppLink, EmptyState, ErrorState, Page } from '../ui/index.ts';

/** Replaces a page that failed. The rest of the console keeps working. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  return (
    <Page title="This page failed to load">
      <ErrorState error={error} retry={reset} />
    </Page>
  );
}

/** Shown for unknown addresses. */
export function NotFound() {
  return (
    <Page title="Page not found">
      <Paper withBorder>
        <EmptyState title="No page at this address" action={<AppLink to="/">Go to Home</AppLink>}>
          The link may be wrong or the page may have been removed. Press Ctrl K to search for a page.
        </EmptyState>
      </Paper>
    </Page>
  );
}
