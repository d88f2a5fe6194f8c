import { defineWords } from 'shared-ui';
import en from './locales/name.en.json';
import fr from './locales/name.fr.json';

/** Translations for the name in the settings, in a separate file because the home screen doesn't need them. */
export const words = defineWords('timeline-name', { en, fr });
