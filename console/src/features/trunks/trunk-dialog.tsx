import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../api/index.ts';
import { DialogButton, FormDialog, toastDone, useDraft } from '../../ui/index.ts';
import { bodyOf, draftOf } from './trunk-draft.ts';
import { TrunkFields } from './trunk-fields.tsx';
import type { Trunk } from './trunk-labels.ts';

interface TrunkButtonProps {
  /** Null creates a trunk. */
  trunk: Trunk | null;
  onSaved?: (trunk: Trunk) => void;
  children: string;
}

export function TrunkButton({ trunk, onSaved, children }: TrunkButtonProps) {
  return (
    <DialogButton label={children}>
      {(close) => <TrunkDialog trunk={trunk} onClose={close} {...(onSaved ? { onSaved } : {})} />}
    </DialogButton>
  );
}

function TrunkDialog({
  trunk,
  onSaved,
  onClose,
}: Omit<TrunkButtonProps, 'children'> & { onClose: () => void }) {
  const [opened] = useState(trunk);
  const form = useDraft(draftOf(trunk));
  const client = useQueryClient();
  const submit = async () => {
    const body = bodyOf(form.draft);
    const saved = await (trunk === null
      ? read(api.POST('/api/trunks', { body: { password: null, ...body } }))
      : read(api.PATCH('/api/trunks/{trunkId}', { params: { path: { trunkId: trunk.trunkId } }, body })));
    await client.invalidateQueries({ queryKey: ['trunks'] });
    return saved;
  };
  return (
    <FormDialog
      title={trunk === null ? 'Add trunk' : 'Edit trunk'}
      action="Save trunk"
      isDirty={form.isDirty}
      isOvertaken={opened?.updatedAt !== trunk?.updatedAt}
      onSubmit={submit}
      onSaved={(saved) => {
        toastDone('The trunk was saved.');
        onSaved?.(saved);
      }}
      onClose={onClose}
    >
      {(errorOf) => <TrunkFields form={form} errorOf={errorOf} hasPassword={trunk?.hasPassword ?? false} />}
    </FormDialog>
  );
}
