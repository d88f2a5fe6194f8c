import { defineWords } from 'shared-ui';
import en from './locales/en.json';
import fr from './locales/fr.json';

/** Announcements of stream events. */
export const words = defineWords('live', { en, fr });
