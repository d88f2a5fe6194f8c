import { defineWords } from 'shared-ui';
import en from './locales/tutorial.en.json';
import fr from './locales/tutorial.fr.json';

/** The words of the tutorial: apart from the others, because the welcome screen has no use for them. */
export const words = defineWords('onboarding-tutorial', { en, fr });
