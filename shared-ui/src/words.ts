import en from './locales/en.json';
import fr from './locales/fr.json';
import { defineWords } from './platform/i18n/index.ts';

/** Words that the screens of more than one remote need. */
export const words = defineWords('shared-ui', { en, fr });
