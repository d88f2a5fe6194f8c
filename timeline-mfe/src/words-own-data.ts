import { defineWords } from 'shared-ui';
import en from './locales/own-data.en.json';
import fr from './locales/own-data.fr.json';

/** Translations for downloading and erasing one's own data, which the home screen doesn't need. */
export const words = defineWords('timeline-own-data', { en, fr });
