import { defineWords } from 'shared-ui';
import en from './locales/push.en.json';
import fr from './locales/push.fr.json';

/** The words of news that come while the app is closed: apart from the others, because the first screen has no use for them. */
export const words = defineWords('timeline-push', { en, fr });
