import ArrowUp from 'lucide-react/icons/arrow-up';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import {
  type HeaderAction,
  LANGUAGE_TAG,
  type Locale,
  onDemand,
  Page,
  paths,
  runtimeConfig,
  useLocale,
  useText,
} from 'shared-ui';
import { createGlobalStyle, styled } from 'styled-components';
import type { LegalDocument, LegalFacts, LegalText } from './documents/document.ts';
import { addNonBreakingSpaces, JumpLink, jumpTo, LegalBody, LegalContents, words } from './LegalBody.tsx';

type Load = () => Promise<{ legalText: LegalText }>;

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
function legalScreen(languages: Record<Locale, Load>) {
  const pages = { en: lazyPage(languages.en), fr: lazyPage(languages.fr) };
  return function LegalScreen() {
    const LanguagePage = pages[useLocale()];
    return <LanguagePage />;
  };
}

const CONTENTS = 'legal-contents';

const Article = styled.article`
  display: flex;
  flex-direction: column;
  gap: var(--space-5);
`;

const Intro = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--space-3);
`;

const UpLink = styled(JumpLink)`
  display: inline-flex;
  align-items: center;
  align-self: start;
  gap: var(--space-2);
  min-block-size: var(--target);
  font-weight: 640;

  @media print {
    display: none;
  }
`;

/** Formats an ISO 8601 date, e.g. "February 18, 2021" or "18 février 2021". */
const formatDay = (date: string, locale: Locale) =>
  new Intl.DateTimeFormat(LANGUAGE_TAG[locale], { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));

/** The router's key for the first history entry of a visit. */
const FIRST_ENTRY = 'default';

/**
 * Returns the back arrow of a document. It leads to the previous screen (a checkbox, a half-filled form, another
 * document), or to the welcome screen if the document was opened by its address.
 */
function useHistoryBack(): HeaderAction {
  const t = useText(words);
  const navigate = useNavigate();
  const { key } = useLocation();
  const onPress = () => (key === FIRST_ENTRY ? navigate(paths.onboarding.welcome) : navigate(-1));
  return { label: t('back'), onPress };
}

/** Opens the document at the section in the URL hash. */
function useLinkedSection() {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) jumpTo(hash.slice(1));
  }, [hash]);
}

/** A legal document: its edition, a summary, a table of contents and its sections. */
function LegalPage({ text: { title, date, version, intro, sections } }: { text: LegalDocument }) {
  const t = useText(words);
  const locale = useLocale();
  useLinkedSection();
  return (
    <Page
      title={title}
      intro={<p>{t('edition', { date: formatDay(date, locale), version })}</p>}
      back={useHistoryBack()}
    >
      <PrintStyles />
      <Article>
        <Intro>
          {intro.map((paragraph) => (
            <p key={paragraph}>{addNonBreakingSpaces(paragraph)}</p>
          ))}
        </Intro>
        <LegalContents id={CONTENTS} sections={sections} />
        <LegalBody sections={sections} />
        <UpLink to={CONTENTS}>
          <ArrowUp />
          {t('backToContents')}
        </UpLink>
      </Article>
    </Page>
  );
}

/**
 * Print styles of a document. The whole document is printed (on screen only the middle of the frame scrolls, so only
 * one page would be printed), dark on light in any theme and without the frame.
 */
const PrintStyles = createGlobalStyle`
  @media print {
    :root {
      color-scheme: light;
    }
    body, :has(> #main), #main {
      display: block;
      block-size: auto;
      overflow: visible;
      background: Canvas;
    }
    :has(> #main) > :not(#main), #main button {
      display: none;
    }
    #main, #main * {
      color: CanvasText;
      box-shadow: none;
    }
    #main nav {
      padding: 0;
      break-inside: avoid;
      background: Canvas;
    }
    #main nav :is(a, li) {
      min-block-size: 0;
      border: 0;
    }
    #main div {
      max-inline-size: none;
    }
    #main :is(p, li) {
      orphans: 3;
      widows: 3;
    }
  }
`;

/** `/onboarding/nda-legal`: the non-disclosure agreement. */
export const NdaScreen = legalScreen({
  en: () => import('./documents/nda.en.ts'),
  fr: () => import('./documents/nda.fr.ts'),
});

/** `/onboarding/privacy`: the privacy policy. */
export const PrivacyScreen = legalScreen({
  en: () => import('./documents/privacy.en.ts'),
  fr: () => import('./documents/privacy.fr.ts'),
});

/** `/onboarding/terms`: the terms of use. */
export const TermsScreen = legalScreen({
  en: () => import('./documents/terms.en.ts'),
  fr: () => import('./documents/terms.fr.ts'),
});
