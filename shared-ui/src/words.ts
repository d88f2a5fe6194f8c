import en from './locales/en.json';
import fr from './locales/fr.json';
import { defineWords } from './platform/i18n/i18n.ts';

/** Texts used by the screens of more than one remote. */
export const words = defineWords('shared-ui', { en, fr });
