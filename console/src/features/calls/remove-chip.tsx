import { ActionIcon } from '@mantine/core';

interface RemoveChipProps {
  label: string;
  onClick: () => void;
  disabled?: boolean;
}

/** The button at the end of a chip that removes it. */
export function RemoveChip({ label, onClick, disabled = false }: RemoveChipProps) {
  return (
    <ActionIcon
      variant="transparent"
      color="gray"
      size={26}
      aria-label={label}
      onClick={onClick}
      disabled={disabled}
    >
      <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
        <path
          d="M1.500 1.500 8.500 8.500M8.500 1.500 1.500 8.500"
          stroke="currentColor"
          strokeWidth="1.500"
        />
      </svg>
    </ActionIcon>
  );
}
