import { defineWords } from 'shared-ui';
import en from './locales/en.json';
import fr from './locales/fr.json';

/** Texts for sent feedback, loaded with the screen that needs them. */
export const words = defineWords('sent', { en, fr });
