import { Alert, Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { api, read } from '../../api/index.ts';
import {
  AppLink,
  ConfirmButton,
  ConfirmItem,
  ErrorState,
  formatCount,
  MoreMenu,
  toastDone,
} from '../../ui/index.ts';
import { type Agent, fieldLabels } from './agent-labels.ts';
import { localProblems } from './flow/problems.ts';
import { agentQuery } from './queries.ts';
import { type AgentEditing, ChangedMeanwhile } from './use-agent-form.ts';

/** The names of parts that have a form of their own. */
const formNames: Record<string, string> = { 'analysis.structuredDataSchema': 'Structured data' };

/** Shows unsaved and unpublished changes, with the buttons to save, publish and discard them. Stays visible below the
 * editor. */
export function SaveBar({ agent, editing }: { agent: Agent; editing: AgentEditing }) {
  const { changed, broken, failure, isStale, isDirty } = editing;
  const [isSaving, setSaving] = useState(false);
  const { values } = editing.form;
  const isChanged = changed.length > 0 || agent.draft !== null;
  const problemCount = useMemo(
    () => (values.flow === null ? 0 : localProblems(values).filter(({ tone }) => tone === 'bad').length),
    [values],
  );
  const save = async () => {
    setSaving(true);
    // The failure is shown above the buttons.
    await editing.save().then(
      () => toastDone('Draft saved. Calls use it once it is published.'),
      () => undefined,
    );
    setSaving(false);
  };
  return (
    <section className="save-bar" aria-label="Save and publish">
      {isStale && isDirty ? <Stale editing={editing} /> : null}
      {failure && !(failure instanceof ChangedMeanwhile) ? <ErrorState error={failure} /> : null}
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" role="status">
          {broken.length > 0
            ? `Not valid yet: ${broken.map((path) => formNames[path] ?? path).join(', ')}.`
            : changed.length > 0
              ? `Unsaved changes: ${changed.map((field) => fieldLabels[field]).join(', ')}.`
              : agent.draft
                ? `Draft saved. Calls use version ${agent.version}.`
                : `No changes. Calls use version ${agent.version}.`}
          <FlowProblemCount count={problemCount} />
        </Text>
        <Group gap="xs">
          {isDirty ? (
            <Button variant="subtle" color="gray" onClick={editing.reset}>
              Undo
            </Button>
          ) : null}
          <Button
            variant="default"
            onClick={() => void save()}
            loading={isSaving}
            disabled={changed.length === 0 || broken.length > 0 || isStale}
          >
            Save draft
          </Button>
          <ConfirmButton
            variant="filled"
            disabled={!isChanged || broken.length > 0 || (isDirty && isStale) || problemCount > 0}
            consequence={`New calls and chats use version ${agent.version + 1}; those in progress keep their version. You can restore version ${agent.version}.`}
            onConfirm={editing.publish}
            done="Agent published."
          >
            Publish agent
          </ConfirmButton>
          {agent.draft && !isDirty ? (
            <MoreMenu label="More actions for the draft">
              <DiscardDraft agentId={agent.agentId} />
            </MoreMenu>
          ) : null}
        </Group>
      </Group>
    </section>
  );
}

/** Says that the flow keeps the agent from being published. */
function FlowProblemCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <>
      {' '}
      <AppLink to="." search={{ tab: 'flow' }} className="app-link underlined">
        Its flow
      </AppLink>{' '}
      cannot be published yet: {formatCount(count, 'problem')}.
    </>
  );
}

function Stale({ editing }: { editing: AgentEditing }) {
  return (
    <Alert color="yellow" variant="light" title="Another member changed this agent" mb="xs">
      <Text size="sm">Your edits are kept. Choose how to continue.</Text>
      <Group gap="xs" mt="xs">
        <Button size="xs" variant="default" onClick={editing.keepMine}>
          Apply my edits to their version
        </Button>
        <Button size="xs" variant="default" onClick={editing.reset}>
          Discard my edits
        </Button>
      </Group>
    </Alert>
  );
}

function DiscardDraft({ agentId }: { agentId: string }) {
  const client = useQueryClient();
  const discard = async () => {
    await read(api.DELETE('/api/agents/{agentId}/draft', { params: { path: { agentId } } }));
    await client.fetchQuery({ ...agentQuery(agentId), staleTime: 0 });
  };
  return (
    <ConfirmItem
      isDestructive
      consequence="All unpublished changes are lost. This cannot be undone."
      onConfirm={discard}
      done="Draft discarded. The editor shows the published version."
    >
      Discard draft
    </ConfirmItem>
  );
}
