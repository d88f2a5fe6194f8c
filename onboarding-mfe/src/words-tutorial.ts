import { defineCatalogue } from 'shared-ui/languages';
import en from './locales/tutorial.en.json';

/** Translations of the tutorial, separate because the welcome screen doesn't need them. */
export const words = defineCatalogue('onboarding-mfe/tutorial', en, (tag) => import(`./locales/tutorial.${tag}.json`));
