import { Stack, Text } from '@mantine/core';
import type { Schema } from '../../api/index.ts';
import { Panel } from '../../ui/index.ts';
import { UsedDocuments } from './used-documents.tsx';

/** Shows the searches of a call, turn by turn. Hidden for agents without sources. */
export function KnowledgeUsePanel({ turns }: { turns: readonly Schema<'CallTurn'>[] }) {
  const uses = turns.flatMap(({ turn, knowledge }) => (knowledge ? [{ turn, knowledge }] : []));
  if (uses.length === 0) return null;
  return (
    <Panel
      title="Knowledge"
      description="What the documents had for each turn. Open one to correct its text."
    >
      <Stack gap="sm">
        {uses.map(({ turn, knowledge }) => (
          <div key={turn}>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              Turn {turn}: “{knowledge.query.split('\n', 1)[0]}”
            </Text>
            <UsedDocuments use={knowledge} />
          </div>
        ))}
      </Stack>
    </Panel>
  );
}
