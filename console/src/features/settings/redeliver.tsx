import { Button, Select, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { api, read } from '../../api/index.ts';
import { FormDialog, formatNumber, toastDone, useDraft } from '../../ui/index.ts';

const dayMs = 86_400_000;
const periods = [
  { value: '1', label: 'In the last 24 hours' },
  { value: '7', label: 'In the last 7 days' },
  { value: '30', label: 'In the last 30 days' },
];

/** Redelivers events that were given up. */
export function RedeliverButton({ webhookEndpointId }: { webhookEndpointId: string }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        Redeliver failed
      </Button>
      {isOpen ? <RedeliverDialog webhookEndpointId={webhookEndpointId} onClose={close} /> : null}
    </>
  );
}

function RedeliverDialog({ webhookEndpointId, onClose }: { webhookEndpointId: string; onClose: () => void }) {
  const { draft, change } = useDraft({ days: '1' });
  const client = useQueryClient();
  const submit = async () => {
    const answer = await read(
      api.POST('/api/webhook-endpoints/{webhookEndpointId}/redeliver', {
        params: { path: { webhookEndpointId } },
        body: { since: new Date(Date.now() - Number(draft.days) * dayMs).toISOString() },
      }),
    );
    await client.invalidateQueries({ queryKey: ['webhook-endpoints'] });
    return answer;
  };
  return (
    <FormDialog
      title="Redeliver failed deliveries"
      action="Redeliver"
      size="md"
      isDirty={false}
      onSubmit={submit}
      onSaved={({ redelivered }) => toastDone(doneMessage(redelivered))}
      onClose={onClose}
    >
      {() => (
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
  return `Redelivering ${formatNumber(redelivered)} ${redelivered === 1 ? 'delivery' : 'deliveries'}.`;
}
