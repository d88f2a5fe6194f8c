import { join, resolve } from 'node:path';

/** The repository's folder. */
export const REPO = resolve(import.meta.dirname, '../..');

/** Pictures and documents of the demo's results; the API serves them behind the session. */
export const RESULT_MEDIA = join(REPO, 'mock-api/src/demo/media');

/** What the onboarding remote shows: wristband, explainer, tutorial. */
export const ONBOARDING_MEDIA = join(REPO, 'onboarding-mfe/src/media');

/** The two sounds. */
export const SOUNDS = join(REPO, 'shared-ui/src/ui/sound');

/** The animations: Lottie JSON, stills, and what shows them. */
export const ANIMATIONS = join(REPO, 'shared-ui/src/ui/animation');
export const LOTTIE = join(ANIMATIONS, 'lottie');
export const STILLS = join(ANIMATIONS, 'stills.json');
export const SUCCESS_STILL = join(ANIMATIONS, 'success-still.json');

/** The style rules of the animations, and the theme's colours that they use. */
export const ANIMATION_STYLES = join(ANIMATIONS, 'animation.css');
export const TOKENS = join(REPO, 'shared-ui/src/ui/theme/tokens.css');

/** Icons of the brand. */
export const BRAND = join(REPO, 'shell/brand');
