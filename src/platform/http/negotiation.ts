/** How a body may be packed, the best first. */
const encodings = ['br', 'gzip'] as const;
type ContentEncoding = (typeof encodings)[number];

/** The best of what lies ready that the client takes (RFC 9110 §12.5.3, without weights but for a refusal). */
export function encodingFor(
  accepted: string,
  ready: readonly ContentEncoding[] = encodings,
): ContentEncoding | null {
  const takes = (name: string) =>
    new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`, 'i').test(accepted);
  return ready.find(takes) ?? null;
}

/** Whether the client has what the tag, with its quotes, stands for (RFC 9110 §13.1.2). */
export function isCurrent(header: string | undefined, tag: string): boolean {
  return header?.split(',').some((known) => known.trim().replace(/^W\//, '') === tag) ?? false;
}
