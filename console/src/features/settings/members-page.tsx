import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { api, read, type Schema, useCan, usePages, useSession } from '../../api/index.ts';
import { type Column, DataTable, EmptyState, TimeText } from '../../ui/index.ts';
import { AddMemberButton } from './add-member.tsx';
import type { MadeInvitation } from './invitation.tsx';
import { MemberDialog } from './member-dialog.tsx';
import { SettingsFrame } from './settings-frame.tsx';

type Member = Schema<'Member'>;

export function MembersPage() {
  const mayWrite = useCan('members:write');
  const { member: own } = useSession();
  const [open, setOpen] = useState<{ memberId: string; made: MadeInvitation | null } | null>(null);
  const pages = usePages({
    queryKey: ['members', 'list'],
    fetchPage: (pageToken, signal) =>
      read(api.GET('/api/members', { params: { query: { pageSize: 100, pageToken } }, signal })),
    rowsOf: ({ members }) => members,
  });
  const chosen = pages.rows.find(({ memberId }) => memberId === open?.memberId);
  return (
    <SettingsFrame
      section="/settings/members"
      actions={mayWrite ? <AddMemberButton onAdded={setOpen} /> : null}
    >
      <DataTable
        label="Members"
        pages={pages}
        skeletonRows={4}
        rowKey={({ memberId }) => memberId}
        columns={columns(own.memberId, mayWrite ? (memberId) => setOpen({ memberId, made: null }) : null)}
        empty={
          <EmptyState title="No members yet">Add a member, then send them their sign-in link.</EmptyState>
        }
      />
      {chosen ? (
        <MemberDialog
          key={chosen.memberId}
          member={chosen}
          made={open?.made ?? null}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </SettingsFrame>
  );
}

/** `open` is null when members cannot be changed here. */
function columns(ownId: string, open: ((memberId: string) => void) | null): Column<Member>[] {
  const nameOf = ({ memberId, name, email }: Member) =>
    `${name ?? email ?? memberId}${memberId === ownId ? ' (you)' : ''}`;
  return [
    {
      id: 'name',
      title: 'Name',
      cell: (member) =>
        open ? (
          <UnstyledButton className="row-link row-button" onClick={() => open(member.memberId)}>
            {nameOf(member)}
          </UnstyledButton>
        ) : (
          nameOf(member)
        ),
    },
    { id: 'email', title: 'Email', hiddenBelow: 'sm', cell: ({ email }) => email ?? '—' },
    { id: 'role', title: 'Role', width: 140, cell: ({ role }) => role },
    {
      id: 'created',
      title: 'Added',
      width: 110,
      align: 'right',
      hiddenBelow: 'sm',
      cell: ({ createdAt }) => <TimeText at={createdAt} />,
    },
  ];
}
