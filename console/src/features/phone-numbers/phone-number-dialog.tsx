import { Checkbox, NumberInput, SimpleGrid, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read, type Schema } from '../../api/index.ts';
import { DialogButton, FormDialog, toastDone, useDraft } from '../../ui/index.ts';
import { Choice, Choices } from '../picks/index.ts';

type PhoneNumber = Schema<'PhoneNumber'>;

interface PhoneNumberButtonProps {
  /** Null creates a number. */
  number: PhoneNumber | null;
  onSaved?: (number: PhoneNumber) => void;
  children: string;
}

export function PhoneNumberButton({ children, ...dialog }: PhoneNumberButtonProps) {
  return (
    <DialogButton label={children}>
      {(close) => <PhoneNumberDialog {...dialog} onClose={close} />}
    </DialogButton>
  );
}

type DialogProps = Omit<PhoneNumberButtonProps, 'children'> & { onClose: () => void };

function PhoneNumberDialog({ number, onSaved, onClose }: DialogProps) {
  const [opened] = useState(number);
  const client = useQueryClient();
  const { draft, change, isDirty } = useDraft({
    phoneNumber: number?.phoneNumber ?? '',
    trunkId: number?.trunkId ?? '',
    fallbackTrunkIds: number?.fallbackTrunkIds ?? [],
    inboundAgentId: number?.inboundAgentId ?? '',
    localPresence: number?.localPresence ?? false,
    maxCallsPerDay: (number?.maxCallsPerDay ?? '') as number | string,
  });
  const submit = async () => {
    const { phoneNumber, ...rest } = draft;
    const body = {
      ...rest,
      trunkId: draft.trunkId || null,
      inboundAgentId: draft.inboundAgentId || null,
      maxCallsPerDay: draft.maxCallsPerDay === '' ? null : Number(draft.maxCallsPerDay),
    };
    const saved = await (number === null
      ? read(
          api.POST('/api/phone-numbers', {
            body: {
              ...body,
              phoneNumber: phoneNumber.trim(),
              externalIdHeader: 'X-External-ID',
              overflow: null,
            },
          }),
        )
      : read(
          api.PATCH('/api/phone-numbers/{phoneNumberId}', {
            params: { path: { phoneNumberId: number.phoneNumberId } },
            body,
          }),
        ));
    await client.invalidateQueries({ queryKey: ['phone-numbers'] });
    return saved;
  };
  return (
    <FormDialog
      title={number === null ? 'Add phone number' : 'Edit phone number'}
      action="Save phone number"
      isDirty={isDirty}
      isOvertaken={opened?.updatedAt !== number?.updatedAt}
      onSubmit={submit}
      onSaved={(saved) => {
        toastDone('The phone number was saved.');
        onSaved?.(saved);
      }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <TextInput
            label="Phone number"
            description={
              number === null ? 'With the country code. It cannot be changed later.' : 'Cannot be changed.'
            }
            value={draft.phoneNumber}
            onChange={({ currentTarget }) => change({ phoneNumber: currentTarget.value })}
            error={errorOf('phoneNumber')}
            disabled={number !== null}
            type="tel"
            required
            data-autofocus
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <Choice
              label="Trunk"
              kind="trunks"
              value={draft.trunkId}
              onChange={(trunkId) => change({ trunkId })}
              error={errorOf('trunkId')}
            />
            <Choice
              label="Answered by"
              kind="agents"
              value={draft.inboundAgentId}
              onChange={(inboundAgentId) => change({ inboundAgentId })}
              error={errorOf('inboundAgentId')}
            />
          </SimpleGrid>
          <Choices
            label="Fallback trunks"
            description="Used in this order when the trunk is down or rejects a call."
            kind="trunks"
            values={draft.fallbackTrunkIds}
            onChange={(fallbackTrunkIds) => change({ fallbackTrunkIds })}
            error={errorOf('fallbackTrunkIds')}
          />
          <NumberInput
            label="Calls per day"
            description="Leave empty for no limit."
            value={draft.maxCallsPerDay}
            onChange={(maxCallsPerDay) => change({ maxCallsPerDay })}
            error={errorOf('maxCallsPerDay')}
            min={1}
          />
          <Checkbox
            label="Use as caller id for customers in its area (local presence)"
            checked={draft.localPresence}
            onChange={({ currentTarget }) => change({ localPresence: currentTarget.checked })}
            error={errorOf('localPresence')}
          />
        </>
      )}
    </FormDialog>
  );
}
