import './settings.css';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../api/index.ts';
import { Page } from '../../ui/index.ts';
import { type SettingsSection, sections } from './sections.ts';

interface SettingsFrameProps {
  section: SettingsSection['path'];
  /** Buttons of this section. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Surrounds each section with links to the others that the role allows. */
export function SettingsFrame({ section, actions, children }: SettingsFrameProps) {
  const { scopes } = useSession();
  const { title, about } = sections.find(({ path }) => path === section)!;
  const offered = sections.filter(({ scope }) => scope === null || scopes.includes(scope));
  return (
    <Page title={section === '/settings' ? 'Settings' : title} description={about} actions={actions}>
      <div className="settings">
        <nav className="settings-nav" aria-label="Settings">
          {offered.map(({ path, title: name }) => (
            <Link key={path} to={path} className="nav-link" activeOptions={{ exact: path === '/settings' }}>
              {name}
            </Link>
          ))}
        </nav>
        <div className="settings-content">{children}</div>
      </div>
    </Page>
  );
}
