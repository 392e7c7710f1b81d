import { Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';

interface PageProps {
  title: string;
  /** Beside the title, such as a status. */
  beside?: ReactNode;
  /** What the page is for, or of what it tells; a sentence at most. */
  description?: ReactNode;
  /** Above the title: where this page hangs, as a link. */
  back?: ReactNode;
  /** What can be done here: buttons, the most usual one last. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of every page: its title, which is the document's too, what can be done, and the content. */
export function Page({ title, beside, description, back, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Parley`;
  }, [title]);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4} style={{ minWidth: 0 }}>
          {back}
          <Group gap="sm">
            <Title order={1} className="page-title">
              {title}
            </Title>
            {beside}
          </Group>
          {description ? (
            <Text c="dimmed" size="sm">
              {description}
            </Text>
          ) : null}
        </Stack>
        {actions ? <Group gap="xs">{actions}</Group> : null}
      </Group>
      {children}
    </Stack>
  );
}
