/** The pattern of a slot's or variable's name, as the source of a regular expression. */
export const nameSource = '(?!__)[A-Za-z_][A-Za-z0-9_]{0,63}';

/** Matches a text that is exactly one name. */
export const wholeName = new RegExp(`^${nameSource}$`);
