import { defineWords } from '../../platform/i18n/index.ts';
import en from './locales/en.json';
import fr from './locales/fr.json';

/** Texts of the links for asking the hospital, which no first screen needs. */
export const words = defineWords('ask', { en, fr });
