import { defineWords } from 'shared-ui';
import en from './locales/requests.en.json';
import fr from './locales/requests.fr.json';

/** The words of asking the hospital: apart from the others, because the home screen has no use for them. */
export const words = defineWords('timeline-requests', { en, fr });
