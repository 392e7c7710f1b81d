import { UnstyledButton } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import { useSession } from '../api/index.ts';
import { Icon } from './icons.tsx';
import { Logo } from './logo.tsx';
import { MemberMenu } from './member-menu.tsx';
import type { PageEntry } from './page-entry.ts';

interface NavigationProps {
  pages: readonly PageEntry[];
  openPalette: () => void;
  /** Called when a page is chosen. On small screens, the navigation closes. */
  onNavigate: () => void;
}

export function Navigation({ pages, openPalette, onNavigate }: NavigationProps) {
  const { organization } = useSession();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const shown = pages.find((page) => page.path !== '/' && `${path}/`.startsWith(`${page.path}/`));
  const groups = Map.groupBy(pages, ({ group }) => group);
  return (
    <div className="nav">
      <div className="nav-head">
        <Logo />
        <span className="nav-organization" title={organization.name}>
          {organization.name}
        </span>
      </div>
      <UnstyledButton className="nav-search" onClick={openPalette}>
        <span>Search</span>
        <span>
          <kbd className="key">Ctrl</kbd> <kbd className="key">K</kbd>
        </span>
      </UnstyledButton>
      <nav aria-label="Pages">
        {[...groups].map(([group, entries]) => (
          <section key={group} aria-label={group}>
            <div className="nav-group">{group}</div>
            <ul className="nav-list">
              {entries.map(({ path, title, icon }) => (
                <li key={path}>
                  <Link
                    to={path}
                    className="nav-link"
                    activeOptions={{ exact: path === '/' }}
                    onClick={onNavigate}
                  >
                    <Icon name={icon} />
                    <span>{title}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <div className="nav-foot">
        <a
          className="nav-link"
          href={`/docs/${(shown ?? pages[0])?.docs ?? ''}`}
          target="_blank"
          rel="noreferrer"
        >
          <Icon name="book" />
          <span>Help for this page</span>
        </a>
        <MemberMenu />
      </div>
    </div>
  );
}
