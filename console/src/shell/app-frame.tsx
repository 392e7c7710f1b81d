import { AppShell, Burger, Group, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useLiveEvents, useSession } from '../api/index.ts';
import { type Command, CommandPalette } from './command-palette.tsx';
import { DemoNotice } from './demo-notice.tsx';
import { useKeys } from './keys.ts';
import { KeysHelp } from './keys-help.tsx';
import { Logo } from './logo.tsx';
import { Navigation } from './navigation.tsx';
import { NotConnected } from './not-connected.tsx';
import type { FurtherPage, PageEntry } from './page-entry.ts';
import { useSignOut } from './use-sign-out.ts';

interface AppFrameProps {
  pages: readonly PageEntry[];
  /** Pages that only the palette lists. */
  furtherPages: readonly FurtherPage[];
  children: ReactNode;
}

/** Surrounds every page with navigation, command palette, keys and the connection notice. */
export function AppFrame({ pages: all, furtherPages, children }: AppFrameProps) {
  const { scopes } = useSession();
  const pages = useMemo(() => all.filter(({ scope }) => !scope || scopes.includes(scope)), [all, scopes]);
  const further = useMemo(
    () => furtherPages.filter(({ scope }) => !scope || scopes.includes(scope)),
    [furtherPages, scopes],
  );
  const [navOpen, nav] = useDisclosure(false);
  const [paletteOpen, palette] = useDisclosure(false);
  const [helpOpen, help] = useDisclosure(false);
  const commands = useCommands(pages, further, help.open);
  const lostAtMs = useLiveEvents();
  useKeys(useMemo(() => commands.flatMap(({ keys, run }) => (keys ? [{ keys, run }] : [])), [commands]));
  usePaletteKey(palette.toggle);
  const main = useRef<HTMLElement>(null);
  useFocusOnNewPage(main);
  return (
    <AppShell
      header={{ height: { base: 48, md: 0 } }}
      navbar={{ width: 224, breakpoint: 'md', collapsed: { mobile: !navOpen } }}
      padding={{ base: 'sm', sm: 'lg', xl: 'xl' }}
    >
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <AppShell.Header hiddenFrom="md" px="sm">
        <Group h="100%" gap="sm">
          <Burger
            opened={navOpen}
            onClick={nav.toggle}
            size="sm"
            aria-label="Navigation"
            aria-expanded={navOpen}
          />
          <Logo size={22} />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar>
        <Navigation pages={pages} openPalette={palette.open} onNavigate={nav.close} />
      </AppShell.Navbar>
      <AppShell.Main id="main" ref={main} tabIndex={-1}>
        <div className="content">
          <DemoNotice />
          {children}
        </div>
      </AppShell.Main>
      <NotConnected lostAtMs={lostAtMs} />
      <CommandPalette opened={paletteOpen} onClose={palette.close} commands={commands} />
      <KeysHelp opened={helpOpen} onClose={help.close} commands={commands} />
    </AppShell>
  );
}

function useCommands(
  pages: readonly PageEntry[],
  furtherPages: readonly FurtherPage[],
  showKeys: () => void,
): Command[] {
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const signOut = useSignOut();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions of hooks are stable in effect
  return useMemo(() => {
    const goTo = pages.map(({ path, title, about, icon, goTo }) => ({
      id: path,
      title: `Go to ${title}`,
      about,
      icon,
      keys: `g ${goTo}`,
      run: () => void navigate({ to: path }),
    }));
    const further = furtherPages.map(({ path, title, about, words, icon, isOnlyFound }) => ({
      ...{
        id: isOnlyFound ? `task ${title}`.replaceAll(/\W+/g, '-') : path,
        title,
        about,
        words,
        icon,
        isOnlyFound,
      },
      detail: isOnlyFound ? about : undefined,
      run: () => void navigate({ to: path }),
    }));
    const other = scheme === 'dark' ? 'light' : 'dark';
    return [
      ...goTo,
      ...further,
      {
        id: 'looks',
        title: `Switch to ${other} theme`,
        about: 'theme color scheme dark light mode',
        icon: 'moon' as const,
        run: () => setColorScheme(other),
      },
      {
        id: 'keys',
        title: 'Show keyboard shortcuts',
        about: 'shortcuts help keys',
        icon: 'hash' as const,
        keys: '?',
        run: showKeys,
      },
      {
        id: 'sign-out',
        title: 'Sign out',
        about: 'log out logout leave',
        icon: 'exit' as const,
        run: signOut,
      },
    ];
  }, [pages, furtherPages, scheme]);
}

function usePaletteKey(toggle: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      toggle();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [toggle]);
}

/** Moves focus to the start of a new page, for keyboard and screen reader users. */
function useFocusOnNewPage(main: React.RefObject<HTMLElement | null>): void {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    main.current?.focus({ preventScroll: true });
  }, [path, main]);
}
