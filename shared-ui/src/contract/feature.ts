import type { RouteObject } from 'react-router-dom';
import { isObject, ShapeError } from './check.ts';

/**
 * `feature@1`: what onboarding, timeline and records expose as `./feature`. The routes have relative paths and are
 * rendered inside the shell's one router, so that guards, frame and error boundaries hold. Slots are named extras
 * that the shell runs without knowing what is inside.
 */
export interface FeatureRemote {
  contract: 'feature@1';
  routes: RouteObject[];
  slots?: FeatureSlots;
}

export interface FeatureSlots {
  /** Timeline: keeps the demo story playing while the app is open. Returns the way to stop it. */
  story?: () => () => void;
}

/** The module as a feature, or ShapeError naming what is missing. */
export function checkFeature(module: unknown): FeatureRemote {
  if (!isObject(module)) throw new ShapeError('feature', 'an object');
  if (module.contract !== 'feature@1') throw new ShapeError('feature.contract', '"feature@1"');
  if (!Array.isArray(module.routes)) throw new ShapeError('feature.routes', 'a list of routes');
  return module as unknown as FeatureRemote;
}
