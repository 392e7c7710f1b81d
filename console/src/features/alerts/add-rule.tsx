import { Button } from '@mantine/core';
import { useState } from 'react';
import { RuleDialog } from './rule-dialog.tsx';

export function AddRuleButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Add rule</Button>
      {isOpen ? <RuleDialog rule={null} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
