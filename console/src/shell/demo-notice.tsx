import { Button, Group, Text } from '@mantine/core';
import { useSession } from '../api/index.ts';
import { useDemo } from './use-demo.ts';

/** Says on every page of the demo organization that nothing in it is real. */
export function DemoNotice() {
  const { organization } = useSession();
  const { leave } = useDemo();
  if (!organization.isDemo) return null;
  return (
    <Group className="demo-notice" role="status" gap="sm">
      <Text size="sm">
        This is a demo. Its calls of the last week are made up, and nothing can be changed here.
      </Text>
      <Button size="compact-sm" variant="default" onClick={leave}>
        Leave the demo
      </Button>
    </Group>
  );
}
