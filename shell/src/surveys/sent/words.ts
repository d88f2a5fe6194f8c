import { defineWords } from 'shared-ui';
import en from './locales/en.json';
import fr from './locales/fr.json';

/** The words for feedback that was sent. They come with the screen that needs them. */
export const words = defineWords('sent', { en, fr });
