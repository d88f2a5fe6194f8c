import { defineWords } from '../i18n/index.ts';
import en from '../locales/en.json';
import fr from '../locales/fr.json';

/** Words that the screens of more than one remote need. */
export const words = defineWords('shared-ui', { en, fr });
