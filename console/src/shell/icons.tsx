/** Strokes on a grid of 16, drawn for this console. */
const paths = {
  home: 'M2.5 7.5 8 3l5.5 4.5M4 6.5V13h8V6.5',
  phone:
    'M5.5 2.5 7 5.5 5.5 7a8 8 0 0 0 3.5 3.5L10.5 9l3 1.500v2a1 1 0 0 1-1 1A10 10 0 0 1 2.500 3.500a1 1 0 0 1 1-1z',
  megaphone: 'M2.500 6.500v3h2.500l6 3v-9l-6 3zM13.500 6.500v3M5 9.500l.800 3.500',
  chat: 'M2.500 3.500h11v7.500h-6l-3 2.500v-2.500h-2z',
  agent: 'M3 6.500h10v6.500H3zM8 6.500V3.500M6.500 3.500h3M6 9.500v.5M10 9.500v.5',
  graph: 'M2.500 2.500h4v3.500h-4zM9.500 10h4v3.500h-4zM4.500 6v5.800h5',
  person:
    'M8 8a2.600 2.600 0 1 0 0-5.200A2.600 2.600 0 0 0 8 8zM3 13.500c.6-2.600 2.500-3.800 5-3.800s4.400 1.200 5 3.800',
  hash: 'M6.500 2.500 5 13.500M11 2.500l-1.500 11M3 6h10.500M2.500 10H13',
  plug: 'M5.500 2.500v3M10.500 2.500v3M3.500 5.500h9V8a4.500 4.500 0 0 1-9 0zM8 12.500v1.500',
  clock: 'M8 13.800A5.800 5.800 0 1 0 8 2.200a5.800 5.800 0 0 0 0 11.600zM8 5v3.200l2.200 1.400',
  repeat:
    'M3 8a5 5 0 0 1 8.800-3.200L13 6M13 2.800V6H9.800M13 8a5 5 0 0 1-8.800 3.200L3 10M3 13.200V10h3.200',
  shield: 'M8 2.200 3 4v4c0 3 2.200 5 5 6 2.800-1 5-3 5-6V4zM6 8l1.500 1.500L10.300 6.500',
  gear: 'M8 10.200a2.200 2.200 0 1 0 0-4.400 2.200 2.200 0 0 0 0 4.400zM8 2v1.800M8 12.200V14M2 8h1.800M12.200 8H14M3.800 3.800l1.200 1.200M11 11l1.200 1.200M12.200 3.800 11 5M5 11l-1.200 1.200',
  search: 'M7 11.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9zM10.300 10.300l3.200 3.200',
  sun: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM8 1.500V3M8 13v1.500M1.500 8H3M13 8h1.500M3.400 3.400l1 1M11.600 11.600l1 1M12.600 3.400l-1 1M4.400 11.600l-1 1',
  moon: 'M13 9.500A5.500 5.500 0 0 1 6.500 3a5.500 5.500 0 1 0 6.500 6.500z',
  exit: 'M9.500 2.500h-6v11h6M6.500 8h7M11 5.500 13.500 8 11 10.500',
  play: 'M5 3.200v9.600L12.500 8z',
  pause: 'M5.500 3.500v9M10.500 3.500v9',
  warning: 'M8 2.500 14 13H2zM8 6.500v3M8 11.200v.3',
} as const;

export type IconName = keyof typeof paths;

/** A small picture beside a word; it says nothing by itself. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" fill="none" aria-hidden="true" focusable="false">
      <path
        d={paths[name]}
        stroke="currentColor"
        strokeWidth="1.3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
