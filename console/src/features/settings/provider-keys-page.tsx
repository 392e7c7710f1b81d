import { Group } from '@mantine/core';
import { api, read, type Schema, useCan, usePages } from '../../api/index.ts';
import {
  type Column,
  ConfirmItem,
  DataTable,
  DialogButton,
  EmptyState,
  MoreMenu,
  providerNames,
  TimeText,
} from '../../ui/index.ts';
import { AddKeyDialog, CheckKeyButton } from '../provider-picks/index.ts';
import { ProviderOverview } from './provider-overview.tsx';
import { SettingsFrame } from './settings-frame.tsx';

type ProviderKey = Schema<'ProviderKey'>;

export function ProviderKeysPage() {
  const mayWrite = useCan('organization:write');
  const pages = usePages({
    queryKey: ['provider-keys', 'list'],
    fetchPage: (pageToken, signal) =>
      read(api.GET('/api/provider-keys', { params: { query: { pageSize: 100, pageToken } }, signal })),
    rowsOf: ({ providerKeys }) => providerKeys,
  });
  return (
    <SettingsFrame section="/settings/provider-keys" actions={mayWrite ? <AddKeyButton /> : null}>
      <DataTable
        label="Provider keys"
        pages={pages}
        skeletonRows={4}
        rowKey={({ providerKeyId }) => providerKeyId}
        columns={columns(mayWrite)}
        empty={
          <EmptyState title="No provider keys yet">
            Agents can use the embedded voice and the scripted model. To use another provider, add a key and
            choose it in an agent.
          </EmptyState>
        }
      />
      <ProviderOverview />
    </SettingsFrame>
  );
}

function AddKeyButton() {
  return <DialogButton label="Add provider key">{(close) => <AddKeyDialog onClose={close} />}</DialogButton>;
}

function columns(mayWrite: boolean): Column<ProviderKey>[] {
  const deletion: Column<ProviderKey> = {
    id: 'delete',
    title: 'Action',
    width: 225,
    align: 'right',
    cell: (providerKey) => (
      <Group gap={6} justify="flex-end" wrap="nowrap">
        <CheckKeyButton providerKeyId={providerKey.providerKeyId} />
        <MoreMenu label={`More actions for ${labelOf(providerKey)}`} isSmall>
          <DeleteKey providerKey={providerKey} />
        </MoreMenu>
      </Group>
    ),
  };
  return [
    { id: 'provider', title: 'Provider', cell: ({ provider }) => providerNames[provider] },
    { id: 'name', title: 'Name', hiddenBelow: 'sm', cell: ({ name }) => name ?? '—' },
    {
      id: 'key',
      title: 'Ends in',
      width: 90,
      hiddenBelow: 'sm',
      cell: ({ lastFour }) => (lastFour ? `…${lastFour}` : '—'),
    },
    { id: 'base', title: 'Base URL', hiddenBelow: 'md', cell: ({ baseUrl }) => baseUrl ?? 'Default' },
    {
      id: 'created',
      title: 'Added',
      width: 100,
      align: 'right',
      hiddenBelow: 'sm',
      cell: ({ createdAt }) => <TimeText at={createdAt} />,
    },
    ...(mayWrite ? [deletion] : []),
  ];
}

/** Names a key: the vendor, and its name where it has one. */
function labelOf({ provider, name }: ProviderKey): string {
  return name ? `${providerNames[provider]} (“${name}”)` : providerNames[provider];
}

function DeleteKey({ providerKey }: { providerKey: ProviderKey }) {
  const { providerKeyId } = providerKey;
  const remove = () =>
    read(api.DELETE('/api/provider-keys/{providerKeyId}', { params: { path: { providerKeyId } } }));
  return (
    <ConfirmItem
      isDestructive
      consequence={`The key for ${labelOf(providerKey)} is deleted. Calls in progress keep it. You cannot delete a key that agents still need.`}
      onConfirm={remove}
      refreshes={['provider-keys']}
      done="The provider key was deleted."
    >
      Delete key
    </ConfirmItem>
  );
}
