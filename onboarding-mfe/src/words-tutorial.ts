import { defineWords } from 'shared-ui';
import en from './locales/tutorial.en.json';
import fr from './locales/tutorial.fr.json';

/** Translations of the tutorial, separate because the welcome screen doesn't need them. */
export const words = defineWords('onboarding-tutorial', { en, fr });
