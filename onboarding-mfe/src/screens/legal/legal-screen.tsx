import ArrowUp from 'lucide-react/icons/arrow-up';
import { type MouseEvent, type ReactNode, useEffect } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import {
  Card,
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
import { ReadToMe } from 'shared-ui/details';
import { defineCatalogue } from 'shared-ui/languages';
import { createGlobalStyle, styled } from 'styled-components';
import { SupportContacts } from '../../components/screen-parts.tsx';
import en from '../../locales/legal.en.json';
import type {
  LegalBlock,
  LegalDocument,
  LegalFacts,
  LegalName,
  LegalSection,
  LegalText,
} from './documents/document.ts';

/** Translations of the legal screens, loaded with these screens rather than with onboarding's first one. */
const words = defineCatalogue('onboarding-legal', en, (tag) => import(`../../locales/legal.${tag}.json`));

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

/** Id of the heading of the contents, which is focused when the user returns to them. */
const CONTENTS = 'legal-contents';

/** Keeps « and » and the French colon on the line of their word (Canadian typography; English has no such spaces). */
const addNonBreakingSpaces = (text: string) => text.replace(/ (?=[:»])/g, '\u00a0').replace(/« /g, '«\u00a0');

/** Scrolls to a heading on this page and focuses it, so that reading continues there. */
function jumpTo(id: string): void {
  const heading = document.getElementById(id);
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView();
}

interface JumpLinkProps {
  /** Id of a heading on this page. */
  to: string;
  className?: string;
  children: ReactNode;
}

/**
 * A link to a heading on this page. It adds no history entry, so the back arrow leads to the previous screen rather
 * than the previous section. In a new tab it opens the page at the heading.
 */
function JumpLink({ to, className, children }: JumpLinkProps) {
  const jump = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    jumpTo(to);
  };
  return (
    <a href={`#${to}`} className={className} onClick={jump}>
      {children}
    </a>
  );
}

const ContentsCard = styled(Card)`
  max-inline-size: none;

  h2 {
    font-size: var(--text-l);
    scroll-margin-block-start: var(--space-5);
  }
  ol {
    margin: var(--space-2) 0 0;
    padding: 0;
    list-style: none;
  }
  a {
    display: flex;
    align-items: center;
    gap: var(--space-2);
    min-block-size: var(--target);
    padding-block: var(--space-1);
    text-decoration: none;
  }
  a:hover {
    text-decoration: underline;
  }
  li + li {
    border-block-start: 1px solid var(--line-color);
  }
`;

const SectionNumber = styled.span`
  flex: none;
  min-inline-size: 1.75rem;
  color: var(--ink-soft);
  font-variant-numeric: tabular-nums;
`;

/** The table of contents: a numbered link to every section. */
function LegalContents({ sections }: { sections: LegalSection[] }) {
  const t = useText(words);
  return (
    <ContentsCard as="nav" aria-labelledby={CONTENTS}>
      <h2 id={CONTENTS} tabIndex={-1}>
        {t('contents')}
      </h2>
      <ol>
        {sections.map((section, index) => (
          <li key={section.id}>
            <JumpLink to={section.id}>
              <SectionNumber>{index + 1}.</SectionNumber>
              {addNonBreakingSpaces(section.title)}
            </JumpLink>
          </li>
        ))}
      </ol>
    </ContentsCard>
  );
}

const PATH: Record<LegalName, string> = {
  nda: paths.onboarding.ndaLegal,
  privacy: paths.onboarding.privacy,
  terms: paths.onboarding.terms,
};

const Section = styled.section`
  display: flex;
  flex-direction: column;
  gap: var(--space-3);

  h2 {
    font-size: var(--text-l);
    line-height: 1.3;
    scroll-margin-block-start: var(--space-5);
    break-after: avoid;
  }
`;

const List = styled.ul`
  display: flex;
  flex-direction: column;
  gap: var(--space-2);
  margin: 0;
  padding-inline-start: 1.25rem;

  li::marker {
    color: var(--brand);
  }
`;

const DocumentLink = styled(Link)`
  display: inline-flex;
  align-items: center;
  align-self: start;
  min-block-size: var(--target);
  font-weight: 640;
`;

function Block({ block }: { block: LegalBlock }) {
  const t = useText(words);
  if (typeof block === 'string') return <p>{addNonBreakingSpaces(block)}</p>;
  if ('list' in block) {
    return (
      <List>
        {block.list.map((item) => (
          <li key={item}>{addNonBreakingSpaces(item)}</li>
        ))}
      </List>
    );
  }
  if ('read' in block) return <DocumentLink to={PATH[block.read]}>{t(`read.${block.read}`)}</DocumentLink>;
  return <SupportContacts />;
}

/** The sections of a document, numbered as in its table of contents. */
function LegalBody({ sections }: { sections: LegalSection[] }) {
  return sections.map(({ id, title, blocks }, index) => (
    <Section key={id} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {index + 1}. {addNonBreakingSpaces(title)}
      </h2>
      {blocks.map((block) => (
        <Block key={JSON.stringify(block)} block={block} />
      ))}
    </Section>
  ));
}

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
        <ReadToMe />
        <Intro>
          {intro.map((paragraph) => (
            <p key={paragraph}>{addNonBreakingSpaces(paragraph)}</p>
          ))}
        </Intro>
        <LegalContents sections={sections} />
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
