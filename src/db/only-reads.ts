const reads = /^\s*(select|with)\b/i;
const changes = /\b(insert|update|delete|merge)\b/i;
/** Functions of ours change things too. */
const calls = /^\s*select\s+(\*\s+from\s+)?\w+\(/i;

/** Whether a statement surely changes nothing; where its text does not tell, it may. */
export function onlyReads(text: string): boolean {
  return reads.test(text) && !changes.test(text) && !calls.test(text);
}
