import { defineWords } from 'shared-ui';
import en from './locales/en.json';
import fr from './locales/fr.json';

/** Texts for remote developers, kept out of the main catalogue so that other pages don't load them. */
export const words = defineWords('development', { en, fr });
