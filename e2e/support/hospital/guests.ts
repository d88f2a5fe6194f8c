import type { Stack } from './stack.ts';

/** Removes the signature of the active surveys remote, so it runs sandboxed in a frame. */
export const asGuest = (stack: Stack) =>
  stack.changeRegistry(({ remotes: { surveys } }) => {
    const published = surveys?.versions[surveys.active];
    if (published === undefined) return;
    published.trust = 'sandboxed';
    delete published.signature;
  });
