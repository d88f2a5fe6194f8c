import { defineWords } from '../../platform/i18n/i18n.ts';
import en from './locales/en.json';
import fr from './locales/fr.json';

/** Texts about asking the hospital, which no first screen needs. */
export const words = defineWords('ask', { en, fr });
