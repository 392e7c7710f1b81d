import { Alert, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ComponentType, memo, useDeferredValue, useState } from 'react';
import { AppLink, Panel } from '../../ui/index.ts';
import type { Agent } from './agent-labels.ts';
import { agentSections, elementOf, type SectionId } from './agent-sections.ts';
import { AnalysisPanel } from './analysis-panel.tsx';
import { BehaviourPanel } from './behaviour-panel.tsx';
import { BesidePanel } from './beside-panel.tsx';
import { AddQuestion, QuestionList } from './dialogue/index.ts';
import { ForModels } from './for-models.tsx';
import { GuardRailsPanel } from './guard-rails-panel.tsx';
import { KnowledgePanel } from './knowledge-panel.tsx';
import { LanguagesField } from './languages-field.tsx';
import { MemoryPanel } from './memory-panel.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { PromptField } from './prompt-field.tsx';
import { beginsByScript, isScriptAlone, scriptOf, setScript } from './script.ts';
import { SectionList } from './section-list.tsx';
import { SpeechPanel } from './speech-panel.tsx';
import { ToolsPanel } from './tools-panel.tsx';
import { TransfersPanel } from './transfers-panel.tsx';
import type { AgentEditing, AgentForm } from './use-agent-form.ts';
import type { Trial } from './use-trial.ts';
import { VariablesPanel } from './variables-panel.tsx';

interface AgentEditorProps {
  agent: Agent;
  editing: AgentEditing;
  examples: Record<string, string>;
  trial: Trial;
  /** Whether the tab of the editor is shown. */
  isShown: boolean;
}

/** From this width on, the conversation is beside the editor. */
const wide = '(min-width: 75em)';

/** The fields of an agent's configuration in sections, with a list of them, and the conversation on wide screens. */
export function AgentEditor({ agent, editing, examples, trial, isShown }: AgentEditorProps) {
  const isWide = useMediaQuery(wide, undefined, { getInitialValueInEffect: false });
  return (
    <div className="agent-editor">
      <SectionList editing={editing} />
      <Stack gap="md" miw={0}>
        <Sections form={editing.form} />
        {isWide ? null : <PreviewPanel agent={agent} isDirty={editing.isDirty} />}
      </Stack>
      {isWide ? <BesidePanel {...{ agent, editing, examples, trial, isShown }} /> : null}
    </div>
  );
}

const panels: Record<SectionId, ComponentType<{ form: AgentForm }>> = {
  basics: memo(PromptPanel),
  variables: memo(VariablesPanel),
  speech: memo(SpeechPanel),
  behaviour: memo(BehaviourPanel),
  knowledge: memo(KnowledgePanel),
  tools: memo(ToolsPanel),
  transfers: memo(TransfersPanel),
  'guard-rails': memo(GuardRailsPanel),
  analysis: memo(AnalysisPanel),
  memory: memo(MemoryPanel),
};

/** Renders the section with the focus at each key, and the others when there is time: all at once took 92 ms, one takes 25 to 34 ms. */
function Sections({ form }: { form: AgentForm }) {
  const [active, setActive] = useState<SectionId | null>(null);
  const formOfOthers = useDeferredValue(form);
  return agentSections.map(({ id, title }) => {
    const Fields = panels[id];
    const fields = <Fields form={id === active ? form : formOfOthers} />;
    const isUnread =
      (id === 'knowledge' || id === 'memory') && form.values[id] === null && isScriptAlone(form.values);
    return (
      <div
        key={id}
        id={elementOf(id)}
        className="agent-section"
        tabIndex={-1}
        onFocusCapture={() => setActive(id)}
      >
        {isUnread ? <ForModels title={title}>{fields}</ForModels> : fields}
      </div>
    );
  });
}

/** The way to the words of an agent with a script. Its prompt has no effect, so it is folded away. */
function ScriptNote({ form }: { form: AgentForm }) {
  const { flow } = form.values;
  const script = scriptOf(form.values);
  const change = (dialogue: Readonly<Record<string, unknown>>) => setScript(form, dialogue);
  return (
    <Alert color="gray" variant="light" py={8}>
      <Text size="sm" mb="xs">
        This agent follows a script. Change its words in{' '}
        {flow ? (
          <AppLink to="." search={{ tab: 'flow' }} className="app-link underlined">
            its flow
          </AppLink>
        ) : (
          'its dialogue, under “Model and voice”'
        )}
        .
      </Text>
      {script === null ? null : (
        <>
          <QuestionList dialogue={script.dialogue} onChange={change} isReadOnly={form.isReadOnly} />
          {form.isReadOnly ? null : <AddQuestion dialogue={script.dialogue} onAdd={change} />}
        </>
      )}
      <details className="unread-prompt" {...(form.errorOf('prompt') && { open: true })}>
        <summary>Prompt (not in use)</summary>
        <Text size="sm" my="xs">
          Only a model reads the prompt. To let the agent speak freely, choose a model under “Model and voice”
          {flow ? ', and give stages instructions in place of fixed words' : ''}.
        </Text>
        <PromptField form={form} />
      </details>
    </Alert>
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
        {isScriptAlone(values) ? <ScriptNote form={form} /> : <PromptField form={form} />}
        <Textarea
          label="First message"
          description={`Spoken when the call is answered. If empty, the ${beginsByScript(values, null) ? 'script begins' : 'model speaks first'}.`}
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
