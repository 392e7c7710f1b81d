import type { IconName } from './icon-paths.ts';

/** One page of the navigation, and of the command palette. */
export interface PageEntry {
  path: string;
  title: string;
  icon: IconName;
  /** Pressed after `g`, it goes there. */
  goTo: string;
  group: 'Work' | 'Build' | 'Telephony' | 'Organization';
  /** What the role must hold for it to be offered; left out: nothing. */
  scope?: string;
  /** What the page is for: shown in the palette. */
  about: string;
}
