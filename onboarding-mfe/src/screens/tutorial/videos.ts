import type { Locale } from 'shared-ui';
import type { Language } from 'shared-ui/languages';
import mediumEn from '../../media/tutorial-medium.en.mp4';
import mediumPosterEn from '../../media/tutorial-medium.en.webp';
import mediumFr from '../../media/tutorial-medium.fr.mp4';
import mediumPosterFr from '../../media/tutorial-medium.fr.webp';
import standardEn from '../../media/tutorial-standard.en.mp4';
import standardPosterEn from '../../media/tutorial-standard.en.webp';
import standardFr from '../../media/tutorial-standard.fr.mp4';
import standardPosterFr from '../../media/tutorial-standard.fr.webp';
import tallEn from '../../media/tutorial-tall.en.mp4';
import tallPosterEn from '../../media/tutorial-tall.en.webp';
import tallFr from '../../media/tutorial-tall.fr.mp4';
import tallPosterFr from '../../media/tutorial-tall.fr.webp';
import tallestEn from '../../media/tutorial-tallest.en.mp4';
import tallestPosterEn from '../../media/tutorial-tallest.en.webp';
import tallestFr from '../../media/tutorial-tallest.fr.mp4';
import tallestPosterFr from '../../media/tutorial-tallest.fr.webp';
import type { FILM_SIZES } from './steps.ts';

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

/** A film, and the image shown until it plays. */
interface Film {
  src: string;
  poster: string;
}

/** The films in one language. A screen without one shows the steps as text. */
type Films = Partial<Record<VideoShape, Film>>;

export type FilmsByLocale = Partial<Record<Locale, Films>>;

/** The films, recorded from the real app (`npm run record-tutorial`). */
export const FILMS: FilmsByLocale = {
  en: {
    tallest: { src: tallestEn, poster: tallestPosterEn },
    tall: { src: tallEn, poster: tallPosterEn },
    medium: { src: mediumEn, poster: mediumPosterEn },
    standard: { src: standardEn, poster: standardPosterEn },
  },
  fr: {
    tallest: { src: tallestFr, poster: tallestPosterFr },
    tall: { src: tallFr, poster: tallPosterFr },
    medium: { src: mediumFr, poster: mediumPosterFr },
    standard: { src: standardFr, poster: standardPosterFr },
  },
};

/** Resolves with the address of the caption file, which has the same text as the steps. */
export const captionsFor = async (language: Language, needsApprovedDomain: boolean): Promise<string> =>
  (await import(/* webpackMode: "eager" */ `../../media/tutorial.${needsApprovedDomain ? '' : 'any.'}${language}.vtt`))
    .default;
