import { defineWords } from 'shared-ui';
import en from './locales/en.json';
import fr from './locales/fr.json';

/** Texts for test versions, kept out of the main catalogue so that other pages don't load them. */
export const words = defineWords('override', { en, fr });
