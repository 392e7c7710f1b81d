import { Code, CopyButton, Stack, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, read } from '../../api/index.ts';
import { Panel } from '../../ui/index.ts';

const commands = [
  {
    command: 'npm run audit:verify',
    about:
      'Recomputes the chain of every organization, and names the first entry that was altered or removed.',
  },
  {
    command: 'npm run --silent audit:head > head.json',
    about:
      'Signs where each chain stands now. Keep the file where whoever can change the database cannot reach.',
  },
  {
    command: 'npm run audit:verify -- --head head.json',
    about: 'Also finds a tail that was cut off, or a chain that was rewritten since.',
  },
] as const;

/** How the chain is verified: by the operator, who has the database. */
export function VerifyPanel() {
  const { data } = useQuery({
    queryKey: ['organizations', 'own'],
    queryFn: ({ signal }) => read(api.GET('/api/organization', { signal })),
  });
  const auditDays = data?.retention.auditDays ?? null;
  return (
    <Panel
      title="Verify the chain"
      description="Each entry holds a hash of the one before. It is verified on the machine of the service, against the database itself."
    >
      <Stack gap="sm">
        {commands.map(({ command, about }) => (
          <div key={command}>
            <div className="json-view">
              <Code block pr={72} style={{ whiteSpace: 'pre-wrap' }}>
                {command}
              </Code>
              <CopyButton value={command}>
                {({ copied, copy }) => (
                  <UnstyledButton className="json-copy" onClick={copy} aria-label={`Copy: ${command}`}>
                    {copied ? 'Copied' : 'Copy'}
                  </UnstyledButton>
                )}
              </CopyButton>
            </div>
            <Text size="sm" c="dimmed" mt={4}>
              {about}
            </Text>
          </div>
        ))}
        <Text size="sm" c="dimmed">
          {auditDays === null
            ? 'Entries are kept for ever.'
            : `Entries are removed after ${auditDays} days; a signed checkpoint stays, from which the rest verifies.`}
        </Text>
      </Stack>
    </Panel>
  );
}
