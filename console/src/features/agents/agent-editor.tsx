import { Grid, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { Panel } from '../../ui/index.ts';
import type { Agent } from './agent-labels.ts';
import { AnalysisPanel } from './analysis-panel.tsx';
import { BehaviourPanel } from './behaviour-panel.tsx';
import { GuardRailsPanel } from './guard-rails-panel.tsx';
import { KnowledgePanel } from './knowledge-panel.tsx';
import { LanguagesField } from './languages-field.tsx';
import { MemoryPanel } from './memory-panel.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { PromptField } from './prompt-field.tsx';
import { SpeechPanel } from './speech-panel.tsx';
import { ToolsPanel } from './tools-panel.tsx';
import { TransfersPanel } from './transfers-panel.tsx';
import type { AgentEditing, AgentForm } from './use-agent-form.ts';
import { VariablesPanel } from './variables-panel.tsx';

/** The fields of an agent's configuration, beside a preview of a call. */
export function AgentEditor({ agent, editing }: { agent: Agent; editing: AgentEditing }) {
  const { form } = editing;
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, lg: 8 }}>
        <Stack gap="md">
          <PromptPanel form={form} />
          <VariablesPanel form={form} />
          <SpeechPanel form={form} />
          <KnowledgePanel form={form} />
          <ToolsPanel form={form} />
          <TransfersPanel form={form} />
          <GuardRailsPanel form={form} />
          <AnalysisPanel form={form} />
          <MemoryPanel form={form} />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 4 }}>
        <Stack gap="md">
          <PreviewPanel agent={agent} isDirty={editing.isDirty} />
          <BehaviourPanel form={form} />
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

function PromptPanel({ form }: { form: AgentForm }) {
  const { values, set, errorOf, isReadOnly } = form;
  return (
    <Panel title="Basics">
      <Stack gap="sm">
        <Group gap="sm" align="flex-start" grow preventGrowOverflow={false}>
          <TextInput
            label="Name"
            value={values.name}
            onChange={({ currentTarget }) => set('name', currentTarget.value)}
            error={errorOf('name')}
            readOnly={isReadOnly}
            required
            maxLength={100}
            miw={150}
          />
          <TextInput
            label="Language"
            value={values.language}
            onChange={({ currentTarget }) => set('language', currentTarget.value.trim())}
            error={errorOf('language')}
            readOnly={isReadOnly}
            placeholder="en-US"
            maw={160}
            miw={110}
          />
        </Group>
        <LanguagesField form={form} />
        <PromptField form={form} />
        <Textarea
          label="First message"
          description="Spoken when the call is answered. If empty, the model speaks first."
          value={values.firstMessage ?? ''}
          onChange={({ currentTarget }) => set('firstMessage', currentTarget.value || null)}
          error={errorOf('firstMessage')}
          readOnly={isReadOnly}
          autosize
          minRows={2}
          maxRows={8}
        />
      </Stack>
    </Panel>
  );
}
