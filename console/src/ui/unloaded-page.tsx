import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';
import { Page } from './page.tsx';

interface UnloadedPageProps {
  /** The kind of the resource, until its name is known. */
  title: string;
  id: string;
  back: ReactNode;
  error: unknown;
  refetch: () => unknown;
  /** A skeleton of the page, or the height of a plain one in pixels. */
  skeleton: ReactNode | number;
}

/** The page of a resource until it is read: a skeleton, or why it cannot be read. */
export function UnloadedPage({ title, id, back, error, refetch, skeleton }: UnloadedPageProps) {
  const plain = typeof skeleton === 'number' ? <Skeleton height={skeleton} aria-busy="true" /> : skeleton;
  return (
    <Page title={title} back={back} description={id}>
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : plain}
    </Page>
  );
}
