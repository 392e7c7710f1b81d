import {
  Button,
  Checkbox,
  Group,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
  VisuallyHidden,
} from '@mantine/core';
import { Panel } from '../../ui/index.ts';
import { isSame } from '../json-text/index.ts';
import { SchemaFields } from '../schema-fields/index.ts';
import type { Configuration } from './agent-labels.ts';
import { firstAnalysis } from './beginnings.ts';
import type { AgentForm } from './use-agent-form.ts';

type Plan = NonNullable<Configuration['analysis']>;

const noFields = { type: 'object', properties: {} };
const structuredData = {
  legend: 'Structured data',
  about: 'What the model reads from the conversation, such as the date of an appointment. Empty for none.',
  one: 'field',
};

/** The settings for analyzing a conversation after its end. */
export function AnalysisPanel({ form }: { form: AgentForm }) {
  const { values, set, isReadOnly } = form;
  const plan = values.analysis;
  const change = (changes: Partial<Plan>) => set('analysis', { ...(plan ?? firstAnalysis), ...changes });
  return (
    <Panel
      title="Analysis"
      description="A language model analyses each conversation after it ends."
      aside={
        <Switch
          label={plan === null ? 'Off' : 'On'}
          aria-label="Analyze conversations"
          checked={plan !== null}
          onChange={({ currentTarget }) => set('analysis', currentTarget.checked ? firstAnalysis : null)}
          disabled={isReadOnly}
        />
      }
    >
      {plan ? (
        <Stack gap="sm">
          <Group gap="lg">
            <Checkbox
              label="Summary"
              checked={plan.summary}
              onChange={({ currentTarget }) => change({ summary: currentTarget.checked })}
              disabled={isReadOnly}
            />
            <Checkbox
              label="Sentiment"
              checked={plan.sentiment}
              onChange={({ currentTarget }) => change({ sentiment: currentTarget.checked })}
              disabled={isReadOnly}
            />
          </Group>
          <Rubrics form={form} rubrics={plan.rubrics} setRubrics={(rubrics) => change({ rubrics })} />
          <SchemaFields
            error={form.errorOf('analysis.structuredDataSchema')}
            setBroken={(isBroken) => form.setBroken('analysis.structuredDataSchema', isBroken)}
            isReadOnly={isReadOnly}
            schema={plan.structuredDataSchema ?? noFields}
            change={(schema) => change({ structuredDataSchema: isSame(schema, noFields) ? null : schema })}
            words={structuredData}
          />
        </Stack>
      ) : (
        <Text size="sm" c="dimmed">
          Analysis is off. Conversations get no summary, sentiment or rubric results.
        </Text>
      )}
    </Panel>
  );
}

interface RubricsProps {
  form: AgentForm;
  rubrics: Plan['rubrics'];
  setRubrics: (rubrics: Plan['rubrics']) => void;
}

/** Questions that a conversation passes or fails. */
function Rubrics({ form, rubrics, setRubrics }: RubricsProps) {
  const { errorOf, isReadOnly } = form;
  const change = (index: number, changes: Partial<Plan['rubrics'][number]>) =>
    setRubrics(rubrics.map((one, at) => (at === index ? { ...one, ...changes } : one)));
  return (
    <div>
      <Group justify="space-between" mb={6}>
        <Text size="sm" fw={500}>
          Rubrics
        </Text>
        {isReadOnly ? null : (
          <Button
            size="xs"
            variant="default"
            onClick={() => setRubrics([...rubrics, { name: '', description: '' }])}
          >
            Add rubric
          </Button>
        )}
      </Group>
      {rubrics.length === 0 ? (
        <Text size="sm" c="dimmed">
          No rubrics. A rubric is a statement that a good conversation meets, such as “The agent offered a
          text message”.
        </Text>
      ) : null}
      <Stack gap="xs">
        {rubrics.map(({ name, description }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names are edited here
          <Group key={index} gap="xs" align="flex-start">
            <TextInput
              aria-label={`Name of rubric ${index + 1}`}
              placeholder="offered_text"
              value={name}
              onChange={({ currentTarget }) => change(index, { name: currentTarget.value })}
              error={errorOf(`analysis.rubrics.${index}.name`)}
              readOnly={isReadOnly}
              flex="1 1 130px"
            />
            <Textarea
              aria-label={`Statement of rubric ${index + 1}`}
              placeholder="The agent offered a text message."
              value={description}
              onChange={({ currentTarget }) => change(index, { description: currentTarget.value })}
              error={errorOf(`analysis.rubrics.${index}.description`)}
              readOnly={isReadOnly}
              autosize
              minRows={1}
              flex="3 1 200px"
            />
            {isReadOnly ? null : (
              <Button
                size="xs"
                mt={3}
                variant="subtle"
                color="gray"
                onClick={() => setRubrics(rubrics.filter((_, at) => at !== index))}
              >
                Remove<VisuallyHidden component="span"> rubric {name || index + 1}</VisuallyHidden>
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </div>
  );
}
