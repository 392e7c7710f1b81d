import { Group, Paper, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface PanelProps {
  title: string;
  aside?: ReactNode;
  description?: string;
  children: ReactNode;
}

/** A section of a page with its own heading. */
export function Panel({ title, aside, description, children }: PanelProps) {
  const id = useId();
  return (
    <Paper component="section" className="panel" withBorder p="md" aria-labelledby={id}>
      <Group justify="space-between" mb={description ? 2 : 'sm'} gap="xs">
        <Title order={2} className="panel-title" id={id}>
          {title}
        </Title>
        {aside}
      </Group>
      {description ? (
        <Text size="sm" c="dimmed" mb="sm">
          {description}
        </Text>
      ) : null}
      {children}
    </Paper>
  );
}
