/** The global on which more.ts leaves what it does, for the frame's own script to take it off at once. */
export const MORE = '__lodestarMore';
