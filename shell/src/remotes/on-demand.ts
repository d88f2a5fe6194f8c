import { librariesHaveRun } from './libraries.ts';

/** Shared parts that stay out of the first file. Naming them here is what makes the build provide them. */
const PARTS: Record<string, () => Promise<unknown>> = {
  'shared-ui/forms': () => import('shared-ui/forms'),
  'shared-ui/dialog': () => import('shared-ui/dialog'),
  'shared-ui/tabs': () => import('shared-ui/tabs'),
  'shared-ui/combobox': () => import('shared-ui/combobox'),
  'shared-ui/disclosure': () => import('shared-ui/disclosure'),
  'shared-ui/animation': () => import('shared-ui/animation'),
};

/**
 * Begins to fetch the shared parts that a remote needs at once, so that they don't wait for its entry to ask. They run on the
 * libraries, and so after them.
 */
export async function fetchOnDemand(needs: string[]): Promise<void> {
  await librariesHaveRun();
  for (const name of needs) {
    // A part that does not come is reported by the remote that asks for it.
    PARTS[name]?.().catch(() => undefined);
  }
}
