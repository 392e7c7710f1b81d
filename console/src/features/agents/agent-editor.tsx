import { Alert, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ComponentType, memo, useDeferredValue, useState } from 'react';
import { AppLink, Panel } from '../../ui/index.ts';
import type { Agent } from './agent-labels.ts';
import { agentSections, elementOf, type SectionId } from './agent-sections.ts';
import { AnalysisPanel } from './analysis-panel.tsx';
import { BehaviourPanel } from './behaviour-panel.tsx';
import { BesidePanel } from './beside-panel.tsx';
import { GuardRailsPanel } from './guard-rails-panel.tsx';
import { KnowledgePanel } from './knowledge-panel.tsx';
import { LanguagesField } from './languages-field.tsx';
import { MemoryPanel } from './memory-panel.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { PromptField } from './prompt-field.tsx';
import { beginsByScript, isScriptAlone } from './script.ts';
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
  return agentSections.map(({ id }) => {
    const Fields = panels[id];
    return (
      <div
        key={id}
        id={elementOf(id)}
        className="agent-section"
        tabIndex={-1}
        onFocusCapture={() => setActive(id)}
      >
        <Fields form={id === active ? form : formOfOthers} />
      </div>
    );
  });
}

/** Says of an agent with a script that its prompt has no effect, and where its words are. */
function UnreadPrompt({ hasFlow }: { hasFlow: boolean }) {
  return (
    <Alert color="gray" variant="light" py={8} mt={-4}>
      <Text size="sm">
        Nothing reads this prompt: this agent follows a script, which needs no model. Change what it says in{' '}
        {hasFlow ? (
          <AppLink to="." search={{ tab: 'flow' }} className="app-link underlined">
            its flow
          </AppLink>
        ) : (
          'its dialogue, under “Model and voice”'
        )}
        . To let it speak freely,{' '}
        {hasFlow
          ? 'choose a model under “Model and voice”, and give stages instructions in place of fixed words.'
          : 'choose another model there.'}
      </Text>
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
        <PromptField form={form} />
        {isScriptAlone(values) ? <UnreadPrompt hasFlow={values.flow !== null} /> : null}
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
