import { defineWords } from 'shared-ui';
import en from './locales/en.json';
import fr from './locales/fr.json';

/** Timeline's words. */
export const words = defineWords('timeline', { en, fr });
