/**
 * Returns a text as a voice reads it: without characters that are not heard, such as zero-width spaces and marks of
 * emphasis, and with wide letters, special spaces and dashes in their plain form. What is invisible cannot divide a word.
 */
export function audible(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}*_~`]/gu, '')
    .replaceAll(/\p{Pd}/gu, '-')
    .replaceAll(/\p{Zs}/gu, ' ');
}
