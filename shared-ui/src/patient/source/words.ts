import { defineWords } from '../../platform/i18n/i18n.ts';
import en from './locales/en.json';
import fr from './locales/fr.json';

/** Texts about where a record comes from, which no first screen needs. */
export const words = defineWords('source', { en, fr });
