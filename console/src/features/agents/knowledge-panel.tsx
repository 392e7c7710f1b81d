import { NumberInput, Select, Stack, Switch, Text } from '@mantine/core';
import { AppLink, Panel } from '../../ui/index.ts';
import { Choices } from '../picks/index.ts';
import type { Configuration } from './agent-labels.ts';
import { firstKnowledge } from './beginnings.ts';
import type { AgentForm } from './use-agent-form.ts';

type Knowledge = NonNullable<Configuration['knowledge']>;

/** The documents from which the agent answers. */
export function KnowledgePanel({ form }: { form: AgentForm }) {
  const { values, set, errorOf, isReadOnly } = form;
  const { knowledge } = values;
  const change = (changes: Partial<Knowledge>) =>
    set('knowledge', { ...(knowledge ?? firstKnowledge), ...changes });
  const named = knowledge && knowledge.sourceIds !== 'all' ? knowledge.sourceIds : null;
  const refused = named?.map((_, index) => errorOf(`knowledge.sourceIds.${index}`)).find(Boolean);
  return (
    <Panel
      title="Knowledge"
      description="The documents from which the agent answers. The search costs no time: it runs while the caller speaks."
      aside={
        <Switch
          label={knowledge === null ? 'Off' : 'On'}
          aria-label="Use knowledge"
          checked={knowledge !== null}
          onChange={({ currentTarget }) => set('knowledge', currentTarget.checked ? firstKnowledge : null)}
          disabled={isReadOnly}
        />
      }
    >
      {knowledge ? (
        <Stack gap="sm">
          <Select
            label="Sources"
            data={[
              { value: 'all', label: 'All sources, also those added later' },
              { value: 'named', label: 'Only certain sources' },
            ]}
            value={named ? 'named' : 'all'}
            onChange={(value) => change({ sourceIds: value === 'named' ? [] : 'all' })}
            readOnly={isReadOnly}
            allowDeselect={false}
          />
          {named ? (
            <Choices
              label="Which sources"
              description="The agent finds only what is in these."
              kind="knowledge-sources"
              value={named}
              onChange={(sourceIds) => (isReadOnly ? undefined : change({ sourceIds }))}
              error={errorOf('knowledge.sourceIds') ?? refused}
            />
          ) : null}
          <NumberInput
            label="Parts for one answer"
            description="The most parts of documents that the model gets. More cost more tokens."
            value={knowledge.chunksMax}
            onChange={(value) => change({ chunksMax: Number(value) })}
            error={errorOf('knowledge.chunksMax')}
            readOnly={isReadOnly}
            min={1}
            max={10}
            maw={320}
          />
          <Text size="xs" c="dimmed">
            Add and correct documents on the page <AppLink to="/knowledge">Knowledge</AppLink>.
          </Text>
        </Stack>
      ) : (
        <Text size="sm" c="dimmed">
          Knowledge is off. The agent knows only its prompt.
        </Text>
      )}
    </Panel>
  );
}
