import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface ForModelsProps {
  title: string;
  children: ReactNode;
}

/** Folds settings away that have no effect while the agent only follows a script. */
export function ForModels({ title, children }: ForModelsProps) {
  return (
    <details className="unread-prompt">
      <summary>{title} (not in use)</summary>
      <Text size="sm" c="dimmed" my="xs">
        These settings are for agents with a model. This agent follows a script, which does not use them.
      </Text>
      <Stack gap="sm">{children}</Stack>
    </details>
  );
}
