import { Center, Paper, Stack, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { Logo } from '../../shell/index.ts';

/** The page of a visitor who is not signed in: one card in the middle. */
export function Door({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Parley`;
  }, [title]);
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw={380} gap="lg">
        <Stack align="center" gap="sm">
          <Logo size={40} />
          <Title order={1} size="h2" fz="1.125rem" ta="center">
            {title}
          </Title>
        </Stack>
        <Paper withBorder p="lg">
          {children}
        </Paper>
      </Stack>
    </Center>
  );
}
