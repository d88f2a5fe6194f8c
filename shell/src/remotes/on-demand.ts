import { librariesHaveRun } from './loading/request.ts';

/** Shared modules outside the initial bundle. Importing them here makes the build provide them. */
const PARTS: Record<string, () => Promise<unknown>> = {
  'shared-ui/forms': () => import('shared-ui/forms'),
  'shared-ui/dialog': () => import('shared-ui/dialog'),
  'shared-ui/tabs': () => import('shared-ui/tabs'),
  'shared-ui/combobox': () => import('shared-ui/combobox'),
  'shared-ui/disclosure': () => import('shared-ui/disclosure'),
  'shared-ui/details': () => import('shared-ui/details'),
  'shared-ui/bus': () => import('shared-ui/bus'),
  'shared-ui/animation': () => import('shared-ui/animation'),
};

/**
 * Starts fetching the shared modules that a remote needs, so that they don't wait for its entry. They depend on the
 * libraries and run after them.
 */
export async function fetchOnDemand(needs: string[]): Promise<void> {
  await librariesHaveRun();
  for (const name of needs) {
    // A failure is reported by the remote that imports the module.
    PARTS[name]?.().catch(() => undefined);
  }
}
