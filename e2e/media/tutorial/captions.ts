import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STEPS } from '../../../onboarding-mfe/src/screens/tutorial/steps.ts';
import { ONBOARDING_MEDIA, REPO } from '../places.ts';

export const LANGUAGES = ['en', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

interface StepWords {
  title: string;
  text: string;
}

/** The words of each step, as the app says them beside the film. */
function wordsOf(language: Language): StepWords[] {
  const file = join(REPO, `onboarding-mfe/src/locales/${language}.json`);
  const { tutorial } = JSON.parse(readFileSync(file, 'utf8')) as { tutorial: Record<string, StepWords> };
  return STEPS.map(({ key }) => tutorial[key] ?? { title: '', text: '' });
}

/** A moment as WebVTT writes it: 01:15.500. */
function stamp(seconds: number): string {
  const minutes = String(Math.floor(seconds / 60)).padStart(2, '0');
  return `${minutes}:${(seconds % 60).toFixed(3).padStart(6, '0')}`;
}

/** The captions of the tutorial's films in one language: one cue a step, from its beginning to its end. */
export function captions(language: Language): string {
  const cues = wordsOf(language).map(({ title, text }, place) => {
    const from = STEPS[place - 1]?.at ?? 0;
    const to = STEPS[place]?.at ?? 0;
    return `${place + 1}\n${stamp(from)} --> ${stamp(to)}\n${title}\n${text}\n`;
  });
  return `WEBVTT\n\n${cues.join('\n')}`;
}

/** Writes the captions beside the films. */
export function makeCaptions(): void {
  for (const language of LANGUAGES) {
    writeFileSync(join(ONBOARDING_MEDIA, `tutorial.${language}.vtt`), captions(language));
  }
  console.log('tutorial.en.vtt, tutorial.fr.vtt');
}
