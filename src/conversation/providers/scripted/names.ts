/** What a slot or a variable may be named, as the source of a regular expression. */
export const nameSource = '(?!__)[A-Za-z_][A-Za-z0-9_]{0,63}';

/** A whole text that is such a name. */
export const wholeName = new RegExp(`^${nameSource}$`);
