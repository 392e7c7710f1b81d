import { docsGroups } from './catalog.ts';
import { escapeHtml } from './escape.ts';
import type { Heading } from './markdown.ts';

/** The parts of a page that differ. */
export interface PageContent {
  title: string;
  /** The address of the page; empty when it has no entry in the navigation. */
  address: string;
  html: string;
  headings: readonly Heading[];
  /** The parts of the API reference, shown first while the reference is open. */
  referenceLinks?: readonly { title: string; address: string }[];
}

const logo = `<svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#3d52c4"/><g stroke="#fff" stroke-width="3" stroke-linecap="round"><path d="M9 13v6M14.5 9v14M20 12v8M25 15v2" fill="none"/></g></svg>`;

/** Returns a whole page with navigation. It works without the script. */
export function pageHtml(content: PageContent): string {
  const { title, html } = content;
  const navigation = navigationHtml(content);
  const inHead = title === 'Parley' ? 'Parley docs' : `${escapeHtml(title)} · Parley docs`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${inHead}</title>
<link rel="icon" href="/docs/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/assets/site.css">
<script src="/docs/assets/site.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top">
<a class="brand" href="/docs">${logo}<span>Parley</span> <span class="dim">docs</span></a>
<form class="search" action="/docs/search" role="search">
<input type="search" name="q" aria-label="Search the docs" placeholder="Search" autocomplete="off" required>
</form>
<nav class="top-links" aria-label="Elsewhere"><a href="/docs/api">API</a><a href="/">Console</a></nav>
<button class="looks" type="button" hidden></button>
</header>
<details class="menu"><summary>Menu</summary><nav aria-label="Pages, in the menu">${navigation}</nav></details>
<div class="frame">
<nav class="side" aria-label="Pages">${navigation}</nav>
<main id="content" tabindex="-1"><article>
${html}</article></main>
${contentsHtml(content.headings)}
</div>
</body>
</html>
`;
}

function navigationHtml({ address, referenceLinks = [] }: PageContent): string {
  const link = (to: string, title: string) =>
    `<li><a href="${to}"${to === address ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`;
  const reference = link('/docs/api', 'API reference');
  const groups = docsGroups.map(({ title, pages }) => {
    const links = pages.map((page) => link(`/docs/${page.slug}`, page.title));
    return groupHtml(
      title,
      title === 'Look up' && referenceLinks.length === 0 ? [reference, ...links] : links,
    );
  });
  if (referenceLinks.length === 0) return groups.join('');
  const parts = referenceLinks.map((entry) => link(entry.address, entry.title));
  return groupHtml('API reference', [link('/docs/api', 'All operations'), ...parts]) + groups.join('');
}

function groupHtml(title: string, links: string[]): string {
  return `<p class="group">${title}</p><ul>${links.join('')}</ul>`;
}

/** Returns the list of headings beside a page that has enough of them. */
function contentsHtml(headings: readonly Heading[]): string {
  const shown = headings.filter(({ depth }) => depth === 2 || depth === 3);
  if (shown.length < 2) return '<div class="contents"></div>';
  const items = shown.map(
    ({ depth, text, id }) => `<li class="depth-${depth}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav class="contents" aria-label="On this page"><p class="group">On this page</p><ul>${items.join('')}</ul></nav>`;
}
