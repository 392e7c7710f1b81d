import { Button, Group, Modal, Stack } from '@mantine/core';
import { FactList, formatInstant, formatLabel, useFocusReturn } from '../../ui/index.ts';
import { type AuditEntry, actionOf, actorOf } from './entries.ts';
import type { EntryFilter } from './entry-filter.ts';

interface EntryDialogProps {
  entry: AuditEntry;
  onClose: () => void;
  onFilter: (filter: EntryFilter) => void;
}

/** All fields of an entry. Entries never hold customer data. */
export function EntryDialog({ entry, onClose, onFilter }: EntryDialogProps) {
  useFocusReturn();
  const { resourceType, resourceReferenceId, resourceLabel, memberId, memberEmail } = entry;
  const { requestId, auditLogId, createdAt } = entry;
  return (
    <Modal opened onClose={onClose} title={actionOf(entry)} size="lg">
      <Stack gap="md">
        <FactList
          facts={[
            ['Actor', actorOf(entry)],
            memberEmail ? ['Email', memberEmail] : null,
            memberId === 'system' ? null : ['Member', <code key="member">{memberId}</code>],
            ['Time', `${formatInstant(createdAt)} (${createdAt})`],
            ['Resource', formatLabel(resourceType)],
            resourceLabel ? ['Name', resourceLabel] : null,
            resourceReferenceId ? ['Resource id', <code key="id">{resourceReferenceId}</code>] : null,
            ['Request', <code key="request">{requestId}</code>],
            ['Entry', <code key="entry">{auditLogId}</code>],
          ]}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => onFilter({ memberId })}>
            All entries by {actorOf(entry)}
          </Button>
          {resourceReferenceId ? (
            <Button variant="default" onClick={() => onFilter({ resourceId: resourceReferenceId })}>
              All entries for this resource
            </Button>
          ) : null}
        </Group>
      </Stack>
    </Modal>
  );
}
