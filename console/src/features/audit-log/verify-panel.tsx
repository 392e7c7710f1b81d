import { Code, CopyButton, Stack, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { organizationQuery } from '../../api/index.ts';
import { Panel } from '../../ui/index.ts';

const commands = [
  {
    command: 'npm run audit:verify',
    about:
      'Recomputes the chain of every organization and reports the first entry that was altered or removed.',
  },
  {
    command: 'npm run --silent audit:head > head.json',
    about:
      'Signs the current head of each chain. Keep the file out of reach of anyone who can change the database.',
  },
  {
    command: 'npm run audit:verify -- --head head.json',
    about: 'Also detects removed newest entries and a rewritten chain.',
  },
] as const;

/** How an operator with the database verifies the chain. */
export function VerifyPanel() {
  const { data } = useQuery(organizationQuery);
  const auditDays = data?.retention.auditDays ?? null;
  return (
    <Panel
      title="Verify the chain"
      description="Each entry contains a hash of the previous one. Run these commands on the server to verify the chain."
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
            ? 'Entries are kept forever.'
            : `Entries are removed after ${auditDays} days. A signed checkpoint remains, so the rest can still be verified.`}
        </Text>
      </Stack>
    </Panel>
  );
}
