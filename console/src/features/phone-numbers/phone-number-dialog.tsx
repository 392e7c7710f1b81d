import { Checkbox, NumberInput, SimpleGrid, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, read, refusedField, type Schema } from '../../api/index.ts';
import {
  countryCodeAdvice,
  DialogButton,
  type DraftFields,
  dialable,
  FormDialog,
  useDraft,
} from '../../ui/index.ts';
import { Choice, Choices, useOnly } from '../picks/index.ts';
import { isSoftphone, softphoneNumber } from '../softphones/index.ts';

type PhoneNumber = Schema<'PhoneNumber'>;

interface PhoneNumberButtonProps {
  /** Null creates a number. */
  number: PhoneNumber | null;
  /** The values with which a new number begins. */
  usual?: Partial<NumberDraft>;
  onSaved?: (number: PhoneNumber) => void;
  children: string;
}

export function PhoneNumberButton({ children, ...dialog }: PhoneNumberButtonProps) {
  return (
    <DialogButton label={children}>
      {(close) =>
        dialog.number === null ? (
          <NewNumber {...dialog} onClose={close} />
        ) : (
          <PhoneNumberDialog {...dialog} onClose={close} />
        )
      }
    </DialogButton>
  );
}

const draftOf = (number: PhoneNumber | null) => ({
  phoneNumber: number?.phoneNumber ?? '',
  trunkId: number?.trunkId ?? '',
  fallbackTrunkIds: number?.fallbackTrunkIds ?? [],
  inboundAgentId: number?.inboundAgentId ?? '',
  localPresence: number?.localPresence ?? false,
  maxCallsPerDay: (number?.maxCallsPerDay ?? '') as number | string,
});

type NumberDraft = ReturnType<typeof draftOf>;

/** Creates a number, or changes the one with this id. */
async function save(phoneNumberId: string | undefined, { phoneNumber, ...draft }: NumberDraft) {
  const body = {
    ...draft,
    trunkId: draft.trunkId || null,
    inboundAgentId: draft.inboundAgentId || null,
    maxCallsPerDay: draft.maxCallsPerDay === '' ? null : Number(draft.maxCallsPerDay),
  };
  if (phoneNumberId !== undefined) {
    const params = { path: { phoneNumberId } };
    return read(api.PATCH('/api/phone-numbers/{phoneNumberId}', { params, body }));
  }
  const advice = countryCodeAdvice(phoneNumber);
  if (advice !== null) throw refusedField('phoneNumber', advice);
  const initial = { phoneNumber: dialable(phoneNumber), externalIdHeader: 'X-External-ID', overflow: null };
  return read(api.POST('/api/phone-numbers', { body: { ...body, ...initial } }));
}

type DialogProps = Omit<PhoneNumberButtonProps, 'children'> & { onClose: () => void };

/** Begins with the trunk and the agent of organizations that have one of each, and with the number of a softphone. */
function NewNumber({ usual = {}, ...dialog }: DialogProps) {
  const only = useOnly(['agents', 'trunks']);
  const trunkId = usual.trunkId || (only?.trunks ?? '');
  const phoneNumber = useSuggested(trunkId);
  if (only === null || phoneNumber === null) return null;
  const inboundAgentId = usual.inboundAgentId || only.agents;
  return <PhoneNumberDialog {...dialog} usual={{ ...usual, trunkId, inboundAgentId, phoneNumber }} />;
}

/** Returns a number to add to a trunk: that of a softphone, unless it is taken. Empty for other trunks, null until known. */
function useSuggested(trunkId: string): string | null {
  const { data, isLoading } = useQuery({
    queryKey: ['phone-numbers', 'suggested', trunkId],
    queryFn: async ({ signal }) => {
      const trunk = await read(api.GET('/api/trunks/{trunkId}', { params: { path: { trunkId } }, signal }));
      if (!isSoftphone(trunk)) return '';
      const params = { query: { search: softphoneNumber, pageSize: 1 } };
      const { phoneNumbers } = await read(api.GET('/api/phone-numbers', { params, signal }));
      return phoneNumbers.length === 0 ? softphoneNumber : '';
    },
    enabled: trunkId !== '',
    // Another dialog may have added the number.
    gcTime: 0,
  });
  return isLoading ? null : (data ?? '');
}

function PhoneNumberDialog({ number, usual, onSaved, onClose }: DialogProps) {
  const form = useDraft({ ...draftOf(number), ...usual });
  return (
    <FormDialog
      title={number === null ? 'Add phone number' : 'Edit phone number'}
      action="Save phone number"
      form={form}
      version={number?.updatedAt}
      onSubmit={() => save(number?.phoneNumberId, form.draft)}
      refreshes={['phone-numbers']}
      done="The phone number was saved."
      onSaved={onSaved}
      onClose={onClose}
    >
      {(fields) => <NumberFields {...fields} isNew={number === null} />}
    </FormDialog>
  );
}

function NumberFields({ isNew, draft, text, value, checked }: DraftFields<NumberDraft> & { isNew: boolean }) {
  const suggested = useSuggested(isNew ? draft.trunkId : '');
  const forSoftphone = suggested
    ? ` No carrier has to own the number of a softphone: take ${suggested}.`
    : '';
  return (
    <>
      <TextInput
        label="Phone number"
        description={
          isNew
            ? `Begins with + and the country code. It cannot be changed later.${forSoftphone}`
            : 'Cannot be changed.'
        }
        placeholder="+1 202 555 0100"
        {...text('phoneNumber')}
        disabled={!isNew}
        type="tel"
        required
        data-autofocus
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Choice label="Trunk" kind="trunks" {...value('trunkId')} />
        <Choice label="Answered by" kind="agents" {...value('inboundAgentId')} />
      </SimpleGrid>
      <Choices
        label="Fallback trunks"
        description="Used in this order when the trunk is down or rejects a call."
        kind="trunks"
        {...value('fallbackTrunkIds')}
      />
      <NumberInput
        label="Calls per day"
        description="Leave empty for no limit."
        {...value('maxCallsPerDay')}
        min={1}
      />
      <Checkbox
        label="Use as caller id for customers in its area (local presence)"
        {...checked('localPresence')}
      />
    </>
  );
}
