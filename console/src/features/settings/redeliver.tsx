import { Select, Text } from '@mantine/core';
import { api, read } from '../../api/index.ts';
import { DialogButton, FormDialog, formatCount, useDraft } from '../../ui/index.ts';

const dayMs = 86_400_000;
const periods = [
  { value: '1', label: 'In the last 24 hours' },
  { value: '7', label: 'In the last 7 days' },
  { value: '30', label: 'In the last 30 days' },
];

/** Redelivers events that were given up. */
export function RedeliverButton({ webhookEndpointId }: { webhookEndpointId: string }) {
  return (
    <DialogButton label="Redeliver failed" size="xs" variant="default">
      {(close) => <RedeliverDialog webhookEndpointId={webhookEndpointId} onClose={close} />}
    </DialogButton>
  );
}

function RedeliverDialog({ webhookEndpointId, onClose }: { webhookEndpointId: string; onClose: () => void }) {
  const form = useDraft({ days: '1' });
  const submit = async () => {
    return await read(
      api.POST('/api/webhook-endpoints/{webhookEndpointId}/redeliver', {
        params: { path: { webhookEndpointId } },
        body: { since: new Date(Date.now() - Number(form.draft.days) * dayMs).toISOString() },
      }),
    );
  };
  return (
    <FormDialog
      title="Redeliver failed deliveries"
      action="Redeliver"
      size="md"
      form={{ ...form, isDirty: false }}
      onSubmit={submit}
      refreshes={['webhook-endpoints']}
      done={({ redelivered }) => doneMessage(redelivered)}
      onClose={onClose}
    >
      {({ draft, change }) => (
        <>
          <Text size="sm">Sends up to 10,000 deliveries again, oldest first, with their original ids.</Text>
          <Select
            label="Failed"
            data={periods}
            value={draft.days}
            onChange={(days) => days && change({ days })}
            allowDeselect={false}
            data-autofocus
          />
        </>
      )}
    </FormDialog>
  );
}

function doneMessage(redelivered: number): string {
  if (redelivered === 0) return 'No deliveries failed in that time.';
  return `Redelivering ${formatCount(redelivered, 'delivery', 'deliveries')}.`;
}
