import type { IconName } from './icon-paths.ts';

/** A page in the navigation and the command palette. */
export interface PageEntry {
  path: string;
  title: string;
  icon: IconName;
  /** The key that opens the page after `g`. */
  goTo: string;
  group: 'Work' | 'Build' | 'Telephony' | 'Organization';
  /** The scope that the role needs for the page to be offered. */
  scope?: string;
  /** The purpose of the page, shown in the palette. */
  about: string;
}
