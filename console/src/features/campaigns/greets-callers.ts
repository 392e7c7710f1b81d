/** Returns whether the first words of an agent greet a person who called: "Thank you for calling". */
export function greetsCallers(opening: string): boolean {
  return /\bthank(s| you) for (calling|your call)\b|\byou( have|['’]ve) reached\b/i.test(opening);
}
