import type { RouteObject } from 'react-router-dom';
import { isObject, ShapeError } from './check.ts';

/**
 * `feature@1`: what a remote with screens exposes as `./feature`. The routes have paths from the root and are rendered
 * inside the shell's one router, so that guards, frame and error boundaries hold. Which paths are its own, and who may see
 * them, its `remote.json` says. Slots are named extras that the shell runs without knowing what is inside.
 */
export interface FeatureRemote {
  contract: 'feature@1';
  routes: RouteObject[];
  slots?: FeatureSlots;
}

export interface FeatureSlots {
  /** Of the remote that shows home: keeps the demo story playing while the app is open. Returns the way to stop it. */
  story?: () => () => void;
}

/** The module as a feature, or ShapeError naming what is missing. */
export function checkFeature(module: unknown): FeatureRemote {
  if (!isObject(module)) throw new ShapeError('feature', 'must be an object');
  if (module.contract !== 'feature@1') throw new ShapeError('feature.contract', 'must be "feature@1"');
  if (!Array.isArray(module.routes)) throw new ShapeError('feature.routes', 'must be a list of routes');
  return module as unknown as FeatureRemote;
}
