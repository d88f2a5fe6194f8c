import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STEPS } from 'onboarding-mfe/screens/tutorial/steps';
import { ALL_LANGUAGES, type Language } from 'shared-ui/contract/languages';
import { ONBOARDING_MEDIA, REPO } from '../places.ts';

/** Whether supporters need an approved email domain, which changes the text of step 4. */
export const DOMAINS = ['approved', 'any'] as const;
type Domains = (typeof DOMAINS)[number];

interface StepWords {
  title: string;
  text: string;
  /** Text in the demo, which alone shows the films, if it differs. */
  demoText?: string;
  /** Text for a hospital that accepts any domain, if it differs. */
  any?: string;
}

/** Returns the texts of each step, as the app shows them with the video. */
function wordsOf(language: Language, domains: Domains): StepWords[] {
  const file = join(REPO, `onboarding-mfe/src/locales/tutorial.${language}.json`);
  const { tutorial } = JSON.parse(readFileSync(file, 'utf8')) as { tutorial: Record<string, StepWords> };
  return STEPS.map(({ key }) => {
    const { title, text, demoText = text, any = demoText } = tutorial[key] ?? { title: '', text: '' };
    return { title, text: domains === 'any' ? any : demoText };
  });
}

/** Formats a time for WebVTT: 01:15.500. */
function stamp(seconds: number): string {
  const minutes = String(Math.floor(seconds / 60)).padStart(2, '0');
  return `${minutes}:${(seconds % 60).toFixed(3).padStart(6, '0')}`;
}

/** Returns the captions of the tutorial's videos in one language, with one cue per step. */
export function captions(language: Language, domains: Domains): string {
  const cues = wordsOf(language, domains).map(({ title, text }, place) => {
    const from = STEPS[place - 1]?.at ?? 0;
    const to = STEPS[place]?.at ?? 0;
    return `${place + 1}\n${stamp(from)} --> ${stamp(to)}\n${title}\n${text}\n`;
  });
  return `WEBVTT\n\n${cues.join('\n')}`;
}

/** Returns the name of the file with a language's captions. */
export const captionsFile = (language: Language, domains: Domains): string =>
  `tutorial.${domains === 'any' ? 'any.' : ''}${language}.vtt`;

/** Writes the captions next to the videos. */
export function makeCaptions(): void {
  for (const domains of DOMAINS) {
    for (const language of ALL_LANGUAGES) {
      const file = captionsFile(language, domains);
      writeFileSync(join(ONBOARDING_MEDIA, file), captions(language, domains));
      console.log(file);
    }
  }
}
