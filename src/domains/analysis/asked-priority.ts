/** Of jobs of analyses that were asked for: below that of the others, so that no first analysis waits for them. */
export const askedPriority = -1;
