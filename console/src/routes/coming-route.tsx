import { Paper } from '@mantine/core';
import { AppLink, EmptyState, Page } from '../ui/index.ts';
import { pages } from './pages.ts';

/** In the place of a page that is still to come, told honestly. */
export function comingPage(path: string) {
  const entry = pages.find((page) => page.path === path)!;
  return () => (
    <Page title={entry.title} description={entry.about}>
      <Paper withBorder>
        <EmptyState title={`${entry.title} is not here yet`} action={<AppLink to="/">Back to Home</AppLink>}>
          This page of the console is still being built. All of it can be done over the API meanwhile: see the{' '}
          <a className="app-link underlined" href="/docs">
            reference
          </a>
          .
        </EmptyState>
      </Paper>
    </Page>
  );
}
