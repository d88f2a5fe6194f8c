import { onDemand, runtimeConfig } from 'shared-ui';
import { ALL_LANGUAGES, type Language, useLanguage } from 'shared-ui/languages';
import type { LegalFacts, LegalText } from './documents/document.ts';
import { isTranslation, LegalPage } from './LegalPage.tsx';

type Load = () => Promise<{ legalText: LegalText }>;

/** What fetches a document: in the hospital's own languages, and its translations. */
interface Loads {
  en: Load;
  fr: Load;
  /** Rejects if there is no translation. */
  translation(language: Language): ReturnType<Load>;
}

/** Returns the facts about this deployment. */
function currentFacts(): LegalFacts {
  const { brand, demo, recorder } = runtimeConfig();
  return {
    product: brand.name,
    hospital: brand.hospital,
    isDemo: demo,
    storesAnswers: recorder.retention === 'keep',
  };
}

/** Fetches a document, in English if there is no translation or it can't be fetched, as it can't without a network. */
async function fetchDocument(wanted: Language, { en, fr, translation }: Loads): Promise<[Language, LegalText]> {
  if (isTranslation(wanted)) {
    const found = await translation(wanted).catch(() => undefined);
    if (found) return [wanted, found.legalText];
  }
  const language = wanted === 'fr' ? 'fr' : 'en';
  const { legalText } = await (language === 'fr' ? fr : en)();
  return [language, legalText];
}

function lazyPage(wanted: Language, loads: Loads) {
  return onDemand(async () => {
    const [language, legalText] = await fetchDocument(wanted, loads);
    return { default: () => <LegalPage language={language} text={legalText(currentFacts())} /> };
  });
}

/**
 * Returns the screen of a document. The current language is fetched when the screen is shown. A failed fetch is thrown
 * to the shell's error boundary.
 */
function legalScreen(loads: Loads) {
  const pages = new Map(ALL_LANGUAGES.map((language) => [language, lazyPage(language, loads)]));
  return function LegalScreen() {
    // A language for tests has none of its own.
    const LanguagePage = pages.get(useLanguage()) ?? pages.get('en');
    return LanguagePage && <LanguagePage />;
  };
}

/** `/onboarding/nda-legal`: the non-disclosure agreement. */
export const NdaScreen = legalScreen({
  en: () => import('./documents/en/nda.ts'),
  fr: () => import('./documents/fr/nda.ts'),
  translation: (tag) =>
    import(
      /* webpackChunkName: "translation-[request]", webpackExclude: /[\\/](en|fr)[\\/]/ */ `./documents/${tag}/nda.ts`
    ),
});

/** `/onboarding/privacy`: the privacy policy. */
export const PrivacyScreen = legalScreen({
  en: () => import('./documents/en/privacy.ts'),
  fr: () => import('./documents/fr/privacy.ts'),
  translation: (tag) =>
    import(
      /* webpackChunkName: "translation-[request]", webpackExclude: /[\\/](en|fr)[\\/]/ */ `./documents/${tag}/privacy.ts`
    ),
});

/** `/onboarding/terms`: the terms of use. */
export const TermsScreen = legalScreen({
  en: () => import('./documents/en/terms.ts'),
  fr: () => import('./documents/fr/terms.ts'),
  translation: (tag) =>
    import(
      /* webpackChunkName: "translation-[request]", webpackExclude: /[\\/](en|fr)[\\/]/ */ `./documents/${tag}/terms.ts`
    ),
});
