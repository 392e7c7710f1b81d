import { Modal, Stack, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { api, read, type Schema, useCan, usePages } from '../../api/index.ts';
import {
  type Column,
  ConfirmItem,
  DataTable,
  EmptyState,
  FactList,
  formatCount,
  formatInstant,
  MoreMenu,
  StatusBadge,
  TimeText,
  useFocusReturn,
  useTicking,
} from '../../ui/index.ts';
import { NameOf } from '../picks/index.ts';
import { CreateApiKeyButton } from './create-api-key.tsx';
import { SettingsFrame } from './settings-frame.tsx';

type ApiKey = Schema<'ApiKey'>;

export function ApiKeysPage() {
  const mayWrite = useCan('keys:write');
  const [openId, setOpenId] = useState<string | null>(null);
  const pages = usePages({
    queryKey: ['api-keys', 'list'],
    fetchPage: (pageToken, signal) =>
      read(api.GET('/api/api-keys', { params: { query: { pageSize: 100, pageToken } }, signal })),
    rowsOf: ({ apiKeys }) => apiKeys,
  });
  const chosen = pages.rows.find(({ apiKeyId }) => apiKeyId === openId);
  return (
    <SettingsFrame section="/settings/api-keys" actions={mayWrite ? <CreateApiKeyButton /> : null}>
      <DataTable
        label="API keys"
        pages={pages}
        skeletonRows={4}
        rowKey={({ apiKeyId }) => apiKeyId}
        columns={columns(setOpenId)}
        empty={
          <EmptyState title="No API keys yet">
            Create a key for each program that uses the API, with only the permissions it needs.
          </EmptyState>
        }
      />
      {chosen ? <KeyDialog apiKey={chosen} onClose={() => setOpenId(null)} /> : null}
    </SettingsFrame>
  );
}

function columns(open: (apiKeyId: string) => void): Column<ApiKey>[] {
  return [
    {
      id: 'name',
      title: 'Name',
      cell: ({ apiKeyId, name }) => (
        <UnstyledButton className="row-link row-button" onClick={() => open(apiKeyId)}>
          {name}
        </UnstyledButton>
      ),
    },
    { id: 'status', title: 'Status', width: 110, cell: (apiKey) => <KeyStatus apiKey={apiKey} /> },
    { id: 'rights', title: 'Permissions', width: 140, hiddenBelow: 'sm', cell: rightsOf },
    {
      id: 'member',
      title: 'Owner',
      width: 160,
      hiddenBelow: 'md',
      cell: ({ memberId }) => <NameOf kind="members" id={memberId} />,
    },
    {
      id: 'created',
      title: 'Created',
      width: 110,
      align: 'right',
      hiddenBelow: 'sm',
      cell: ({ createdAt }) => <TimeText at={createdAt} />,
    },
  ];
}

function rightsOf({ role, scopes }: ApiKey): string {
  return role ?? formatCount(scopes.length, 'scope');
}

function KeyStatus({ apiKey: { revokedAt, expiresAt } }: { apiKey: ApiKey }) {
  const isExpired = useTicking((nowMs) => expiresAt !== null && Date.parse(expiresAt) <= nowMs);
  if (revokedAt) return <StatusBadge status="Revoked" tone="neutral" />;
  if (isExpired) return <StatusBadge status="Expired" tone="neutral" />;
  return <StatusBadge status="Active" tone="good" />;
}

interface KeyDialogProps {
  apiKey: ApiKey;
  onClose: () => void;
}

function KeyDialog({ apiKey, onClose }: KeyDialogProps) {
  useFocusReturn();
  const mayWrite = useCan('keys:write');
  const { apiKeyId, name, role, scopes, createdAt, expiresAt, revokedAt } = apiKey;
  const revoke = async () => {
    await read(api.DELETE('/api/api-keys/{apiKeyId}', { params: { path: { apiKeyId } } }));
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={name}>
      <Stack gap="md">
        <FactList
          facts={[
            ['Status', <KeyStatus key="status" apiKey={apiKey} />],
            ['Owner', <NameOf key="of" kind="members" id={apiKey.memberId} />],
            ['Created', formatInstant(createdAt)],
            ['Expires', expiresAt ? formatInstant(expiresAt) : 'Never'],
            revokedAt ? ['Revoked', formatInstant(revokedAt)] : null,
            role ? ['Role', role] : null,
            ['Scopes', scopes.join(', ')],
            ['Id', <code key="id">{apiKeyId}</code>],
          ]}
        />
        <Text size="sm" c="dimmed">
          The key cannot be shown again. If it is lost, create another and revoke this one.
        </Text>
        {mayWrite && !revokedAt ? (
          <div>
            <MoreMenu>
              <ConfirmItem
                isDestructive
                consequence="Requests with this key are rejected immediately. This cannot be undone."
                onConfirm={revoke}
                refreshes={['api-keys']}
                done={`${name} was revoked.`}
              >
                Revoke API key
              </ConfirmItem>
            </MoreMenu>
          </div>
        ) : null}
      </Stack>
    </Modal>
  );
}
