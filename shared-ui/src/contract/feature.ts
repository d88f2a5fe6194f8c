import type { RouteObject } from 'react-router-dom';
import { isObject, ShapeError } from './schema/check.ts';

/**
 * `feature@1`: what a remote with screens exposes as `./feature`. Route paths start at the root and are rendered inside
 * the shell's router, so that guards, frame and error boundaries apply. The remote's `remote.json` declares which paths
 * it owns and who may see them. Slots are named extras that the shell runs without knowing their content.
 */
export interface FeatureRemote {
  contract: 'feature@1';
  routes: RouteObject[];
  slots?: FeatureSlots;
}

export interface FeatureSlots {
  /**
   * Only in the remote that shows home: keeps the demo story playing while the app is open, and does nothing outside
   * the demo. Returns a function that stops it.
   */
  story?: () => () => void;
}

/** Returns the module as a feature. Throws a ShapeError that names what is missing. */
export function checkFeature(module: unknown): FeatureRemote {
  if (!isObject(module)) throw new ShapeError('feature', 'must be an object');
  if (module.contract !== 'feature@1') throw new ShapeError('feature.contract', 'must be "feature@1"');
  if (!Array.isArray(module.routes)) throw new ShapeError('feature.routes', 'must be a list of routes');
  return module as unknown as FeatureRemote;
}
