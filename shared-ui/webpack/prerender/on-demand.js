/** Replaces on-demand.tsx in builds that prerender: the renderer waits for the code of a screen. */
import { createElement, lazy } from 'react';

export const onDemand = (load) => {
  const Part = lazy(load);
  return (props) => createElement(Part, props);
};

/** Optional parts come later, as in the browser. */
export const onDemandOptional =
  (_load, { fallback = null }) =>
  () =>
    fallback;
