import { matchPath } from 'react-router-dom';
import { paths } from 'shared-ui';

/** Screens with a document to read: legal documents and the detail pages of the profile panel. */
const DOCUMENTS = [
  paths.onboarding.ndaLegal,
  paths.onboarding.privacy,
  paths.onboarding.terms,
  '/profile/:profileId/:list/:item/*',
  '/profile/:profileId/messages',
];

/** A form of the app, or a sandboxed remote's form in its iframe. */
const FORM = 'main form, main iframe';

/** Whether the user may be reading a document or filling in a form, so that the page must not change under them. */
export const mustKeepPage = (pathname: string): boolean =>
  DOCUMENTS.some((pattern) => matchPath(pattern, pathname)) || document.querySelector(FORM) !== null;
