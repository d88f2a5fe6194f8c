import { defineWords } from 'shared-ui';
import en from './locales/requests.en.json';
import fr from './locales/requests.fr.json';

/** Translations for requests to the hospital, in a separate file because the home screen doesn't need them. */
export const words = defineWords('timeline-requests', { en, fr });
