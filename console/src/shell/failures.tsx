import { Paper } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { AppLink, EmptyState, ErrorState, Page } from '../ui/index.ts';

/** In the place of a page that broke: the rest of the console goes on. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  return (
    <Page title="This page broke">
      <ErrorState error={error} retry={reset} />
    </Page>
  );
}

/** For an address of the console that leads nowhere. */
export function NotFound() {
  return (
    <Page title="There is nothing at this address">
      <Paper withBorder>
        <EmptyState title="No such page" action={<AppLink to="/">Go to Home</AppLink>}>
          The link may be mistyped, or what it led to may be gone. Press Ctrl K to find a page by its name.
        </EmptyState>
      </Paper>
    </Page>
  );
}
