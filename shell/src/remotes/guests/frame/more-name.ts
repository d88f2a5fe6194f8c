/** Global through which more.ts hands over its function. The frame's own script removes it immediately. */
export const MORE = '__lodestarMore';
