import { defineWords } from 'shared-ui';
import en from './locales/day.en.json';
import fr from './locales/day.fr.json';

/** Texts of "My day" on home, which is loaded on demand. */
export const words = defineWords('timeline-day', { en, fr });
