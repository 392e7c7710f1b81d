const e164Pattern = /^\+[1-9]\d{1,14}$/;

/** Whether the text is a number in E.164 form: a plus and 2 to 15 digits, the first not 0. */
export function isE164(text: string): boolean {
  return e164Pattern.test(text);
}

/** The error for a text that is not in E.164 form. It says how to write a number. */
export const e164Problem = 'must be a telephone number with its country, such as +14155550123';
