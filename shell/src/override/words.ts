import { defineWords } from 'shared-ui';
import en from './locales/en.json';
import fr from './locales/fr.json';

/** The words for test versions. No other page carries them. */
export const words = defineWords('override', { en, fr });
