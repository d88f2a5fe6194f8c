import { defineWords } from 'shared-ui';
import en from './locales/en.json';
import fr from './locales/fr.json';

/** The words for those who develop a remote. No other page carries them. */
export const words = defineWords('development', { en, fr });
