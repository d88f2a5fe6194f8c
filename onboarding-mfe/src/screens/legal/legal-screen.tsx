import { type Locale, onDemand, runtimeConfig, useLocale } from 'shared-ui';
import type { LegalFacts, LegalText } from './documents/document.ts';
import { LegalPage } from './LegalPage.tsx';

type Load = () => Promise<{ legalText: LegalText }>;

/** Returns the facts about this deployment. */
function currentFacts(): LegalFacts {
  const { brand, demo, recorder } = runtimeConfig();
  return {
    product: brand.name,
    hospital: brand.hospital,
    isDemo: demo,
    keepsAnswers: recorder.retention === 'keep',
  };
}

function lazyPage(load: Load) {
  return onDemand(async () => {
    const { legalText } = await load();
    return { default: () => <LegalPage text={legalText(currentFacts())} /> };
  });
}

/**
 * Returns the screen of a document. The current language is fetched when the screen is shown. A failed fetch is thrown
 * to the shell's error boundary.
 */
export function legalScreen(languages: Record<Locale, Load>) {
  const pages = { en: lazyPage(languages.en), fr: lazyPage(languages.fr) };
  return function LegalScreen() {
    const LanguagePage = pages[useLocale()];
    return <LanguagePage />;
  };
}
