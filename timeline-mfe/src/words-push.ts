import { defineWords } from 'shared-ui';
import en from './locales/push.en.json';
import fr from './locales/push.fr.json';

/** Translations for notifications, in a separate file because the first screen doesn't need them. */
export const words = defineWords('timeline-push', { en, fr });
