import { Select } from '@mantine/core';
import { type Role, roleDescriptions, roles } from './roles.ts';

interface RoleFieldProps {
  value: Role;
  onChange: (role: Role) => void;
  error?: string | undefined;
}

/** Chooses a role, and says what it allows. */
export function RoleField({ value: role, onChange, error }: RoleFieldProps) {
  return (
    <Select
      label="Role"
      description={roleDescriptions[role]}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={roles}
      value={role}
      onChange={(chosen) => chosen && onChange(chosen as Role)}
      allowDeselect={false}
      error={error}
    />
  );
}
