import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Panel } from '../../ui/index.ts';

/** Shows the receipt of a deletion whose id somebody has. */
export function FindReceipt({ onFound }: { onFound: (dataDeletionId: string) => void }) {
  const [id, setId] = useState('');
  const find = (event: FormEvent) => {
    event.preventDefault();
    if (id.trim() !== '') onFound(id.trim());
  };
  return (
    <Panel title="Find a receipt">
      <form onSubmit={find}>
        <Group align="flex-end" gap="xs">
          <TextInput
            label="Id of the deletion"
            description="As in the audit log."
            value={id}
            onChange={({ currentTarget }) => setId(currentTarget.value)}
            flex="1 1 220px"
          />
          <Button type="submit" variant="default">
            Show receipt
          </Button>
        </Group>
      </form>
    </Panel>
  );
}
