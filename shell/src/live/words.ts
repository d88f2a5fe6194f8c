import { defineWords } from 'shared-ui';
import en from './locales/en.json';
import fr from './locales/fr.json';

/** What is said of news. */
export const words = defineWords('live', { en, fr });
