import { defineWords } from 'shared-ui';
import en from './locales/code-phone.en.json';
import fr from './locales/code-phone.fr.json';

/** Translations for the mobile number in the settings, in a separate file because the home screen doesn't need them. */
export const words = defineWords('timeline-code-phone', { en, fr });
