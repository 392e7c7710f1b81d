import { Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';

interface PageProps {
  title: string;
  /** Beside the title, such as a status. */
  beside?: ReactNode;
  /** The purpose of the page, in one sentence. */
  description?: ReactNode;
  /** A link to the parent page, above the title. */
  back?: ReactNode;
  /** Buttons, the most frequent one last. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of every page. The title is also the document's. */
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
