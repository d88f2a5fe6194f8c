import { matchPath } from 'react-router-dom';
import { paths } from 'shared-ui';

/** Screens with something to read to its end: legal documents, and what a list of the profile panel opens. */
const DOCUMENTS = [
  paths.onboarding.ndaLegal,
  paths.onboarding.privacy,
  paths.onboarding.terms,
  '/profile/:profileId/:list/:item/*',
  '/profile/:profileId/messages',
];

/** A form of the product's, or a guest's in its frame. */
const FORM = 'main form, main iframe';

/** Whether a person on this page reads a document or fills in a form: their place must not be taken from them. */
export const keepsPlace = (pathname: string): boolean =>
  DOCUMENTS.some((pattern) => matchPath(pattern, pathname)) || document.querySelector(FORM) !== null;
