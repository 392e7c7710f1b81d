import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  /** What is not there: "No calls yet". */
  title: string;
  /** What the next step is. */
  children: ReactNode;
  /** A button or link that takes it. */
  action?: ReactNode;
}

/** In the place of what is not there: says what would be, and the next step towards it. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap={6} py="xl" px="md" ta="center">
      <Text fw={600}>{title}</Text>
      <Text c="dimmed" size="sm" maw={460}>
        {children}
      </Text>
      {action ? <div style={{ marginTop: 8 }}>{action}</div> : null}
    </Stack>
  );
}
