/** Returns whether a screen has its heading and no part that is still loading. */
export const isComplete = (root: ParentNode): boolean =>
  root.querySelector('h1') !== null && root.querySelector('[data-shape]') === null;

/** Returns whether a screen has its content, or an error in its place. */
export const hasContent = (root: ParentNode): boolean =>
  isComplete(root) || root.querySelector('[role="alert"]') !== null;
