import { SimpleGrid, Text } from '@mantine/core';
import type { Configuration } from './agent-labels.ts';
import type { Settings } from './chain.ts';
import { choicesOf, settingsOf } from './fallbacks-field.tsx';
import { MainFields, ProviderNotes } from './provider-fields.tsx';
import { ProviderSelect } from './provider-select.tsx';
import type { AgentForm } from './use-agent-form.ts';

const path = 'guardRails.model';

/** Chooses the model that judges topics. Shown while there is such a rule, or such a model. */
export function TopicJudge({ form }: { form: AgentForm }) {
  const { guardRails } = form.values;
  const value = guardRails.model as Settings | null;
  const hasTopics = guardRails.rules.some(({ type }) => type === 'topic');
  if (!hasTopics && value === null) return null;
  const change = (model: Settings | null) =>
    form.set('guardRails', { ...guardRails, model: model as unknown as Configuration['model'] });
  const edit = value && { form, path, settings: value, change, place: 'the guard rails' };
  return (
    <div>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs">
        <ProviderSelect
          form={form}
          label="Model that judges topics"
          path={path}
          choices={choicesOf('model', value?.provider ?? '')}
          value={value?.provider ?? null}
          none="The model of the agent"
          onChange={(chosen) => {
            if (chosen !== value?.provider) change(chosen === null ? null : settingsOf('model', chosen));
          }}
        />
        {edit ? <MainFields part="model" edit={edit} /> : null}
      </SimpleGrid>
      {edit ? <ProviderNotes part="model" edit={edit} /> : null}
      <Text size="xs" c="dimmed" mt={4}>
        Each sentence waits for it, 2 s at most. Choose a small, fast model.
      </Text>
    </div>
  );
}
