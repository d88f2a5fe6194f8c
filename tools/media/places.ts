import { join, resolve } from 'node:path';

/** The repository's root. */
export const REPO = resolve(import.meta.dirname, '../..');

/** Pictures and documents of the demo's results; the API serves them only with a session. */
export const RESULT_MEDIA = join(REPO, 'mock-api/src/demo/media');

/** Media of the onboarding remote: wristband, explainer, tutorial. */
export const ONBOARDING_MEDIA = join(REPO, 'onboarding-mfe/src/media');

export const SOUNDS = join(REPO, 'shared-ui/src/ui/sound');

/** The animations: Lottie JSON, stills, and the code that shows them. */
const ANIMATIONS = join(REPO, 'shared-ui/src/ui/animation');
export const LOTTIE = join(ANIMATIONS, 'lottie');
export const STILLS = join(ANIMATIONS, 'stills.json');
export const SUCCESS_STILL = join(ANIMATIONS, 'success-still.json');

/** The brand's icons. */
export const BRAND = join(REPO, 'shell/brand');
