import { defineCatalogue } from 'shared-ui/languages';
import en from './locales/account.en.json';

/** Translations of the account screens, separate because the welcome screen doesn't need them. */
export const words = defineCatalogue('onboarding-mfe/account', en, (tag) => import(`./locales/account.${tag}.json`));
