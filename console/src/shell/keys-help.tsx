import { Modal, Table } from '@mantine/core';
import type { Command } from './command-palette.tsx';

const general: [string, string][] = [
  ['Ctrl K', 'Search pages and commands'],
  ['?', 'Show keyboard shortcuts'],
  ['Esc', 'Close dialog or menu'],
];

/** Lists all keys of the console. `?` opens it. */
export function KeysHelp({
  opened,
  onClose,
  commands,
}: {
  opened: boolean;
  onClose: () => void;
  commands: readonly Command[];
}) {
  const own = commands.flatMap(({ keys, title }): [string, string][] => (keys ? [[keys, title]] : []));
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Keyboard shortcuts"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Table verticalSpacing={5} withRowBorders={false}>
        <Table.Tbody>
          {[...general, ...own].map(([keys, what]) => (
            <Table.Tr key={keys}>
              <Table.Td>{what}</Table.Td>
              <Table.Td ta="right">
                {keys.split(' ').map((key) => (
                  <kbd key={key} className="key" style={{ marginLeft: 4 }}>
                    {key}
                  </kbd>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
