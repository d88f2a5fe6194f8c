import type { Locale } from 'shared-ui';
import captionsAnyEn from '../../media/tutorial.any.en.vtt';
import captionsAnyFr from '../../media/tutorial.any.fr.vtt';
import captionsEn from '../../media/tutorial.en.vtt';
import captionsFr from '../../media/tutorial.fr.vtt';
import mediumPoster from '../../media/tutorial-medium.jpg';
import medium from '../../media/tutorial-medium.mp4';
import standardPoster from '../../media/tutorial-standard.jpg';
import standard from '../../media/tutorial-standard.mp4';
import tallPoster from '../../media/tutorial-tall.jpg';
import tall from '../../media/tutorial-tall.mp4';
import tallestPoster from '../../media/tutorial-tallest.jpg';
import tallest from '../../media/tutorial-tallest.mp4';
import type { FILM_SIZES } from './film-sizes.ts';

/** Screen shapes that the video is made for, by height/width ratio. */
type VideoShape = keyof typeof FILM_SIZES;

/** Minimum height/width ratios (docs/product-rules.md#constants); below all of them: `standard`. */
const THRESHOLDS = [
  ['tallest', 1.777],
  ['tall', 1.7],
  ['medium', 1.52],
] as const;

/** Returns the video shape for a screen size; a screen without a size gets the standard one. */
export function videoShape(height: number, width: number): VideoShape {
  const ratio = height / width;
  return THRESHOLDS.find(([, from]) => ratio >= from)?.[0] ?? 'standard';
}

export type VideoFiles = Partial<Record<VideoShape, string>>;

/** The films, recorded from the real app (`npm run record-tutorial`). A screen without one shows the steps as text. */
export const VIDEO_FILES: VideoFiles = { tallest, tall, medium, standard };

/** Images shown until a film plays. */
export const POSTERS: Record<VideoShape, string> = {
  tallest: tallestPoster,
  tall: tallPoster,
  medium: mediumPoster,
  standard: standardPoster,
};

const CAPTIONS = { en: captionsEn, fr: captionsFr };
const CAPTIONS_ANY_DOMAIN = { en: captionsAnyEn, fr: captionsAnyFr };

/** Returns the caption file, which has the same text as the steps. */
export const captionsFor = (locale: Locale, needsApprovedDomain: boolean): string =>
  (needsApprovedDomain ? CAPTIONS : CAPTIONS_ANY_DOMAIN)[locale];
