import { defineWords } from 'shared-ui';
import en from './locales/sessions.en.json';
import fr from './locales/sessions.fr.json';

/** Translations for sessions, in a separate file because the home screen doesn't need them. */
export const words = defineWords('timeline-sessions', { en, fr });
