import { Alert, SegmentedControl, TextInput } from '@mantine/core';
import { api, read, refusedField } from '../../api/index.ts';
import { countryCodeAdvice, DialogButton, dialable, FormDialog, useDraft } from '../../ui/index.ts';

interface DeleteDataProps {
  /** Called with the id of the deletion. */
  onBegun: (dataDeletionId: string) => void;
}

export function DeleteDataButton({ onBegun }: DeleteDataProps) {
  return (
    <DialogButton label="Delete a person’s data" color="red" variant="light">
      {(close) => <DeleteDataDialog onBegun={onBegun} onClose={close} />}
    </DialogButton>
  );
}

type By = 'phoneNumber' | 'customerUniqueId';

function DeleteDataDialog({ onBegun, onClose }: DeleteDataProps & { onClose: () => void }) {
  const form = useDraft({ by: 'phoneNumber' as By, person: '' });
  const begin = async () => {
    const { by, person } = form.draft;
    const advice = by === 'phoneNumber' ? countryCodeAdvice(person) : null;
    if (advice !== null) throw refusedField('phoneNumber', advice);
    const body = { [by]: by === 'phoneNumber' ? dialable(person) : person.trim() };
    return await read(api.POST('/api/data-deletions', { body }));
  };
  const isNumber = form.draft.by === 'phoneNumber';
  return (
    <FormDialog
      title="Delete a person’s data"
      action="Delete data"
      isDestructive
      form={form}
      onSubmit={begin}
      refreshes={['data-deletions']}
      done="Deletion started."
      onSaved={({ dataDeletionId }) => onBegun(dataDeletionId)}
      onClose={onClose}
    >
      {({ draft, change, errorOf, text }) => (
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
            {...text('person')}
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
