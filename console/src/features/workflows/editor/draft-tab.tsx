import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiFailure, api, read, type Schema } from '../../../api/index.ts';
import { formatCount, toastDone, toastFailure, useUnsaved } from '../../../ui/index.ts';
import { isPublishedAsIs, type Workflow } from '../workflow-labels.ts';
import { type Problems, useProblems } from './use-problems.ts';
import { useWorkflowDraft, type WorkflowDraft } from './use-workflow-draft.ts';
import { WorkflowEditor } from './workflow-editor.tsx';

interface DraftTabProps {
  workflow: Workflow;
  isReadOnly: boolean;
  /** False while another tab is shown. Edits stay. */
  isShown: boolean;
}

/** The draft of a workflow: edited, checked, saved and published. */
export function DraftTab({ workflow, isReadOnly, isShown }: DraftTabProps) {
  const draft = useWorkflowDraft(workflow);
  const problems = useProblems(draft);
  useUnsaved(() => draft.isDirty);
  if (!isShown) return null;
  return (
    <>
      {draft.isOvertaken ? <Overtaken draft={draft} /> : null}
      {isReadOnly ? null : <SaveBar {...{ workflow, draft, problems }} />}
      <WorkflowEditor workflowId={workflow.workflowId} {...{ draft, problems, isReadOnly }} />
    </>
  );
}

/** Another member saved: the user decides before anything is overwritten. */
function Overtaken({ draft: { discard, keepMine } }: { draft: WorkflowDraft }) {
  return (
    <Alert color="yellow" variant="light" title="Changed by another member" mb="md">
      <Text size="sm">
        Another member saved this draft. Load theirs and lose your changes, or keep yours and overwrite theirs
        when you save.
      </Text>
      <Group gap="xs" mt="xs">
        <Button size="xs" variant="default" onClick={discard}>
          Load theirs
        </Button>
        <Button size="xs" variant="default" onClick={keepMine}>
          Keep mine
        </Button>
      </Group>
    </Alert>
  );
}

interface SaveBarProps {
  workflow: Workflow;
  draft: WorkflowDraft;
  problems: Problems;
}

function SaveBar({ workflow, draft, problems }: SaveBarProps) {
  const { save, publish } = useSaving(workflow, draft);
  const isBusy = save.isPending || publish.isPending;
  const isWritable = draft.parsed.error === null && draft.name.trim() !== '' && !draft.isOvertaken;
  const isNews = draft.isDirty || !isPublishedAsIs(workflow);
  return (
    <Group justify="space-between" mb="sm" gap="xs">
      <Text size="sm" c="dimmed" role="status">
        {draft.isDirty ? 'Unsaved changes' : isNews ? 'Saved, not published' : 'Published'}
        {problems.list.length > 0 ? ` · ${problems.list.length} to fix before publishing` : ''}
      </Text>
      <Group gap="xs">
        {draft.isDirty ? (
          <Button size="xs" variant="subtle" color="gray" onClick={draft.discard} disabled={isBusy}>
            Discard changes
          </Button>
        ) : null}
        <Button
          {...{ size: 'xs', variant: 'default' }}
          onClick={() => save.mutate()}
          disabled={!draft.isDirty || !isWritable || isBusy}
          loading={save.isPending}
        >
          Save draft
        </Button>
        <Button
          size="xs"
          onClick={() => publish.mutate()}
          disabled={!isNews || !isWritable || isBusy}
          loading={publish.isPending}
        >
          {draft.isDirty ? 'Save and publish' : 'Publish'}
        </Button>
      </Group>
    </Group>
  );
}

type Definition = NonNullable<Schema<'UpdateWorkflow'>['definition']>;

/** Saves and publishes. Refusals of publishing are in the list of problems too. */
function useSaving(workflow: Workflow, draft: WorkflowDraft) {
  const client = useQueryClient();
  const { workflowId } = workflow;
  const params = { path: { workflowId } };
  const keep = (saved: Workflow) => {
    client.setQueryData(['workflows', 'one', workflowId], saved);
    void client.invalidateQueries({ queryKey: ['workflows', 'list'] });
  };
  const store = async () => {
    const { name, trigger, text, definition, updatedAt } = draft;
    const body = { name, trigger, definition: definition as Definition, ifUpdatedAt: updatedAt };
    const saved = await read(api.PATCH('/api/workflows/{workflowId}', { params, body }));
    draft.saved({ name, trigger, text }, saved);
    keep(saved);
  };
  const fail = (error: unknown) => {
    // The page shows who saved first, and the problems of the draft.
    void client.invalidateQueries({ queryKey: ['workflows', 'one', workflowId] });
    void client.invalidateQueries({ queryKey: ['workflow-definition-check'] });
    toastFailure(inShort(error));
  };
  const save = useMutation({
    mutationFn: store,
    onSuccess: () => toastDone('Draft saved. The published version is unchanged.'),
    onError: fail,
  });
  const publish = useMutation({
    mutationFn: async () => {
      if (draft.isDirty) await store();
      const published = await read(api.POST('/api/workflows/{workflowId}/publish', { params }));
      keep(published);
      void client.invalidateQueries({ queryKey: ['workflow-versions'] });
      return published;
    },
    onSuccess: ({ published }) => toastDone(`Version ${published?.version} published. New runs use it.`),
    onError: fail,
  });
  return { save, publish };
}

/** Several refusals are counted here, and listed with the problems. */
function inShort(error: unknown): unknown {
  if (!(error instanceof ApiFailure) || error.fields.length < 2) return error;
  const { status, code, requestId, fields } = error;
  return new ApiFailure(
    status,
    code,
    `${formatCount(fields.length, 'problem prevents', 'problems prevent')} publishing. See the list of problems.`,
    requestId,
    fields,
  );
}
