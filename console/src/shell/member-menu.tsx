import { Menu, Text, UnstyledButton, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useSession } from '../api/index.ts';
import { formatLabel } from '../ui/index.ts';
import { Icon } from './icons.tsx';
import { useDemo } from './use-demo.ts';
import { useSignOut } from './use-sign-out.ts';

/** The signed-in member, with theme and sign-out. */
export function MemberMenu() {
  const { member, organization } = useSession();
  const signOut = useSignOut();
  const { enter, leave } = useDemo();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return (
    <Menu width={220} position="top-start">
      <Menu.Target>
        <UnstyledButton className="nav-link" w="100%">
          <Icon name="person" />
          <span style={{ minWidth: 0 }}>
            <Text span inherit truncate display="block">
              {member.name ?? 'You'}
            </Text>
          </span>
          <Text span size="xs" c="dimmed" ml="auto">
            {formatLabel(member.role)}
          </Text>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{member.email ?? 'Signed in'}</Menu.Label>
        <Menu.Item
          leftSection={<Icon name={isDark ? 'sun' : 'moon'} />}
          onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
        >
          {isDark ? 'Light theme' : 'Dark theme'}
        </Menu.Item>
        <Menu.Item component="a" href="/docs" leftSection={<Icon name="hash" />}>
          API reference
        </Menu.Item>
        <Menu.Divider />
        {organization.isDemo ? (
          <Menu.Item leftSection={<Icon name="exit" />} onClick={leave}>
            Leave the demo
          </Menu.Item>
        ) : (
          <>
            <Menu.Item leftSection={<Icon name="home" />} onClick={enter}>
              Look at the demo
            </Menu.Item>
            <Menu.Item leftSection={<Icon name="exit" />} onClick={signOut}>
              Sign out
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
