import type { Language } from '../../../common/messages.ts';
import { EN, type Words } from './english.ts';
import { FR } from './french.ts';

export type { Words };

export const WORDS: Record<Language, Words> = { en: EN, fr: FR };
