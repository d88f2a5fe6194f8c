import { join, resolve } from 'node:path';

/** The repository's folder. */
export const REPO = resolve(import.meta.dirname, '../..');

/** Pictures and documents of the demo's results; the API serves them behind the session. */
export const RESULT_MEDIA = join(REPO, 'mock-api/src/demo/media');

/** What the onboarding remote shows: wristband, explainer, tutorial. */
export const ONBOARDING_MEDIA = join(REPO, 'onboarding-mfe/src/media');

/** The two sounds. */
export const SOUNDS = join(REPO, 'shared-ui/src/ui/sound');

/** The animations as Lottie. */
export const LOTTIE = join(REPO, 'e2e/media/animations/lottie');

/** The animations as the product shows them. */
export const ANIMATIONS = join(REPO, 'shared-ui/src/ui/animation');

/** Icons of the brand. */
export const BRAND = join(REPO, 'shell/brand');
