import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { api, read, useCan } from '../../api/index.ts';
import { DialogButton, FormDialog, useDraft } from '../../ui/index.ts';
import { CarrierCards, CarrierFields, OtherSystemFields } from './carrier-fields.tsx';
import { type Carrier, carriers } from './carriers.ts';
import { ConnectDialog } from './connect-carrier.tsx';
import { type Vendor, vendorNames } from './connection-labels.ts';
import { bodyOf, draftOf } from './trunk-draft.ts';
import { TrunkFields } from './trunk-fields.tsx';
import type { Trunk } from './trunk-labels.ts';

interface TrunkButtonProps {
  /** Null creates a trunk. */
  trunk: Trunk | null;
  onSaved?: (trunk: Trunk) => void;
  children: string;
}

export function TrunkButton({ children, ...dialog }: TrunkButtonProps) {
  return (
    <DialogButton label={children}>{(close) => <TrunkDialog {...dialog} onClose={close} />}</DialogButton>
  );
}

type DialogProps = Omit<TrunkButtonProps, 'children'> & { onClose: () => void };

function TrunkDialog({ trunk, onSaved, onClose }: DialogProps) {
  const form = useDraft(draftOf(trunk));
  const [carrier, setCarrier] = useState<Carrier | 'other' | null>(null);
  const [connecting, setConnecting] = useState<Vendor | null>(null);
  const choose = (id: string) => {
    const chosen = carriers.find((one) => one.id === id);
    const { name } = form.draft;
    const isOwnName = name !== '' && !carriers.some((one) => one.name === name);
    form.change({ ...draftOf(null), ...chosen?.usual, name: isOwnName ? name : (chosen?.name ?? '') });
    setCarrier(chosen ?? 'other');
  };
  const save = () => {
    const body = bodyOf(form.draft);
    if (trunk === null) return read(api.POST('/api/trunks', { body: { password: null, ...body } }));
    return read(api.PATCH('/api/trunks/{trunkId}', { params: { path: { trunkId: trunk.trunkId } }, body }));
  };
  if (connecting !== null) return <ConnectDialog vendor={connecting} onClose={onClose} />;
  return (
    <FormDialog
      title={trunk === null ? 'Add trunk' : 'Edit trunk'}
      action="Save trunk"
      form={form}
      version={trunk?.updatedAt}
      subject={carrier === null || carrier === 'other' ? (carrier ?? '') : carrier.id}
      onSubmit={save}
      refreshes={['trunks']}
      done="The trunk was saved."
      onSaved={onSaved}
      onClose={onClose}
    >
      {(fields) => {
        if (trunk) return <TrunkFields {...fields} hasPassword={trunk.hasPassword} />;
        return (
          <>
            <CarrierCards value={carrier === 'other' ? carrier : (carrier?.id ?? '')} onChange={choose} />
            <KeyInstead carrier={carrier} onConnect={setConnecting} />
            {carrier === 'other' ? <OtherSystemFields {...fields} /> : null}
            {carrier === null || carrier === 'other' ? null : <CarrierFields {...{ carrier, fields }} />}
          </>
        );
      }}
    </FormDialog>
  );
}

interface KeyInsteadProps {
  carrier: Carrier | 'other' | null;
  onConnect: (vendor: Vendor) => void;
}

/** Offers the shorter way to a carrier whose account can be connected with a key. */
function KeyInstead({ carrier, onConnect }: KeyInsteadProps) {
  const mayConnect = useCan('organization:write');
  if (carrier === null || carrier === 'other' || !mayConnect) return null;
  const { id, name } = carrier;
  if (!isVendor(id)) return null;
  return (
    <Group gap="sm" justify="space-between">
      <Text size="sm" flex={1} miw={200}>
        With a key of its API, Parley makes these settings at {name} itself and lists your numbers.
      </Text>
      <Button size="xs" variant="light" onClick={() => onConnect(id)}>
        Connect with an API key instead
      </Button>
    </Group>
  );
}

function isVendor(id: string): id is Vendor {
  return id in vendorNames;
}
