import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  /** The missing resource: "No calls yet". */
  title: string;
  /** The next step. */
  children: ReactNode;
  /** A button or link for the next step. */
  action?: ReactNode;
  /** For members who cannot take the next step: they are not asked to. */
  isReadOnly?: boolean;
}

/** Shown where nothing exists yet, with the next step. */
export function EmptyState({ title, children, action, isReadOnly = false }: EmptyStateProps) {
  return (
    <Stack align="center" gap={6} py="xl" px="md" ta="center">
      <Text fw={600}>{title}</Text>
      <Text c="dimmed" size="sm" maw={460}>
        {isReadOnly ? 'Your role can look at them, but it cannot add any.' : children}
      </Text>
      {action ? <div style={{ marginTop: 8 }}>{action}</div> : null}
    </Stack>
  );
}
