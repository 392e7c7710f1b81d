/** The mark of Parley: a voice on a level meter. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" role="img" aria-label="Parley">
      <rect width="32" height="32" rx="8" fill="#3d52c4" />
      <path d="M9 13v6M14.500 9v14M20 12v8M25 15v2" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
