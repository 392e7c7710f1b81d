import type { IconName } from './icon-paths.ts';

/** A page in the command palette. */
export interface FurtherPage {
  path: string;
  title: string;
  icon: IconName;
  /** The scope that the role needs for the page to be offered. */
  scope?: string;
  /** The purpose of the page. The palette finds it by these words too. */
  about: string;
  /** Further words that people type for the page. */
  words?: string;
  /** True for a task, which is listed only when the words are found. `about` is then its place. */
  isOnlyFound?: boolean;
}

/** A page in the navigation and the command palette. */
export interface PageEntry extends FurtherPage {
  /** The key that opens the page after `g`. */
  goTo: string;
  /** The page of the documentation, below `/docs/`. */
  docs: string;
  group: 'Work' | 'Build' | 'Telephony' | 'Organization';
}
