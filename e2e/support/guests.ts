import type { Stack } from './stack.ts';

/** Makes the surveys that are active unsigned: they run in a frame from now on. */
export const asGuest = (stack: Stack) =>
  stack.changeRegistry(({ remotes: { surveys } }) => {
    const published = surveys?.versions[surveys.active];
    if (published === undefined) return;
    published.trust = 'guest';
    delete published.signature;
  });
