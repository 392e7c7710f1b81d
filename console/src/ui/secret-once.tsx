import { Alert, Button, Code, CopyButton, Group, Text } from '@mantine/core';

/** A secret that the API returns only once, to be copied now. */
export function SecretOnce({ secret, title, children }: { secret: string; title: string; children: string }) {
  return (
    <Alert color="yellow" variant="light" title={title}>
      <Text size="sm" mb="xs">
        {children} Copy it now: it cannot be shown again.
      </Text>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Code className="secret">{secret}</Code>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" onClick={copy} flex="none" data-autofocus>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Alert>
  );
}
