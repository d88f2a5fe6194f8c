/** Entry of a build that renders the frames around the screens of people who are not signed in. */
import { renderEach } from 'lodestar-prerender';
import { createElement } from 'react';
import { StaticRouter } from 'react-router-dom';
import { SCREEN_PLACE } from 'shared-ui/contract/documents';
import { FULL_SCREEN, OnboardingFrame } from '../src/frame/Frame.tsx';

const elementAt = (path) =>
  createElement(StaticRouter, { location: path }, createElement(OnboardingFrame, null, SCREEN_PLACE));

export async function renderAll(paths) {
  return { plainPaths: FULL_SCREEN, rendered: await renderEach(paths, elementAt, 'ff') };
}
