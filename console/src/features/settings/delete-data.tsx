import { Alert, Button, SegmentedControl, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { api, read } from '../../api/index.ts';
import { FormDialog, toastDone, useDraft } from '../../ui/index.ts';

interface DeleteDataProps {
  /** Called with the id of the deletion. */
  onBegun: (dataDeletionId: string) => void;
}

export function DeleteDataButton({ onBegun }: DeleteDataProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button color="red" variant="light" onClick={open}>
        Delete a person’s data
      </Button>
      {isOpen ? <DeleteDataDialog onBegun={onBegun} onClose={close} /> : null}
    </>
  );
}

type By = 'phoneNumber' | 'customerUniqueId';

function DeleteDataDialog({ onBegun, onClose }: DeleteDataProps & { onClose: () => void }) {
  const { draft, change, isDirty } = useDraft({ by: 'phoneNumber' as By, person: '' });
  const client = useQueryClient();
  const begin = async () => {
    const body = { [draft.by]: draft.person.trim() };
    const begun = await read(api.POST('/api/data-deletions', { body }));
    await client.invalidateQueries({ queryKey: ['data-deletions'] });
    return begun;
  };
  const isNumber = draft.by === 'phoneNumber';
  return (
    <FormDialog
      title="Delete a person’s data"
      action="Delete data"
      isDestructive
      isDirty={isDirty}
      onSubmit={begin}
      onSaved={({ dataDeletionId }) => {
        toastDone('Deletion started.');
        onBegun(dataDeletionId);
      }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <SegmentedControl
            aria-label="Match by"
            value={draft.by}
            onChange={(by) => change({ by: by as By })}
            data={[
              { value: 'phoneNumber', label: 'Phone number' },
              { value: 'customerUniqueId', label: 'Customer id' },
            ]}
          />
          <TextInput
            label={isNumber ? 'Phone number' : 'Customer id'}
            description={
              isNumber
                ? 'With the country code, such as +14155550134.'
                : 'Matches the customer id of chats and the externalId or a variable of calls. Case-sensitive.'
            }
            value={draft.person}
            onChange={({ currentTarget }) => change({ person: currentTarget.value })}
            error={errorOf(draft.by)}
            required
            data-autofocus
          />
          <Alert color="red" variant="light" title="This cannot be undone">
            Queued calls are canceled. Call records are emptied but kept for statistics. Recordings, chats,
            pushed data and workflow runs of this person are deleted. Suppressions and the audit log (ids
            only) are kept. To match by both number and id, start two deletions.
          </Alert>
        </>
      )}
    </FormDialog>
  );
}
