import ArrowUp from 'lucide-react/icons/arrow-up';
import { createContext, type MouseEvent, type ReactNode, use, useEffect } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { Card, type HeaderAction, Note, Page, paths } from 'shared-ui';
import { formatParts, ReadToMe } from 'shared-ui/details';
import { defineCatalogue, fromRight, LANGUAGES, type Language, useLanguage, useTextIn } from 'shared-ui/languages';
import { createGlobalStyle, styled } from 'styled-components';
import { SupportContacts } from '../../components/screen-parts.tsx';
import en from '../../locales/legal.en.json';
import type { LegalBlock, LegalDocument, LegalName, LegalSection } from './documents/document.ts';

/** Translations of the legal screens, loaded with these screens rather than with onboarding's first one. */
const words = defineCatalogue('onboarding-mfe/legal', en, (tag) => import(`../../locales/legal.${tag}.json`));

/** Whether a document is a translation for information, which binds nobody. */
export const isTranslation = (language: Language): boolean => language !== 'en' && language !== 'fr';

/** Language of the document, and of everything on its screen: English where there is no translation. */
const DocumentLanguage = createContext<Language>('en');

const useDocumentText = () => useTextIn(words, use(DocumentLanguage));

/** Id of the heading of the contents, which is focused when the user returns to them. */
const CONTENTS = 'legal-contents';

/** Keeps « and » and the French colon on the line of their word (Canadian typography; English has no such spaces). */
const addNonBreakingSpaces = (text: string) => text.replace(/ (?=[:»])/g, '\u00a0').replace(/« /g, '«\u00a0');

/** Returns what prepares the document's sentences for the page, as the catalogues' texts are prepared for it. */
function useTypeset(): (text: string) => string {
  return LANGUAGES[use(DocumentLanguage)].direction === 'rtl' ? fromRight : addNonBreakingSpaces;
}

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
    overflow-wrap: anywhere;
    hyphens: auto;
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
  const t = useDocumentText();
  const typeset = useTypeset();
  const { direction } = LANGUAGES[use(DocumentLanguage)];
  return (
    <ContentsCard as="nav" aria-labelledby={CONTENTS}>
      <h2 id={CONTENTS} tabIndex={-1}>
        {t('contents')}
      </h2>
      <ol>
        {sections.map((section, index) => (
          <li key={section.id}>
            <JumpLink to={section.id}>
              <SectionNumber dir={direction}>{index + 1}.</SectionNumber>
              {typeset(section.title)}
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
  overflow-wrap: anywhere;
`;

function Block({ block }: { block: LegalBlock }) {
  const t = useDocumentText();
  const reader = useLanguage();
  const typeset = useTypeset();
  if (typeof block === 'string') return <p>{typeset(block)}</p>;
  if ('list' in block) {
    return (
      <List>
        {block.list.map((item) => (
          <li key={item}>{typeset(item)}</li>
        ))}
      </List>
    );
  }
  if ('read' in block) return <DocumentLink to={PATH[block.read]}>{t(`read.${block.read}`)}</DocumentLink>;
  return (
    <InLanguage language={reader}>
      <SupportContacts />
    </InLanguage>
  );
}

/** The sections of a document, numbered as in its table of contents. */
function LegalBody({ sections }: { sections: LegalSection[] }) {
  const typeset = useTypeset();
  return sections.map(({ id, title, blocks }, index) => (
    <Section key={id} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {index + 1}. {typeset(title)}
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
const formatDay = (date: string, language: Language) =>
  formatParts(date, { year: 'numeric', month: 'long', day: 'numeric' }, language);

/** The router's key for the first history entry of a visit. */
const FIRST_ENTRY = 'default';

/**
 * Returns the back arrow of a document. It leads to the previous screen (a checkbox, a half-filled form, another
 * document), or to the welcome screen if the document was opened by its address.
 */
function useHistoryBack(): HeaderAction {
  const t = useDocumentText();
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

const Frameless = styled.div`
  display: contents;
`;

/** States the language of a part of the screen, and the direction of its text. */
function InLanguage({ language, children }: { language: Language; children: ReactNode }) {
  const { tag, direction } = LANGUAGES[language];
  return (
    <Frameless lang={tag} dir={direction}>
      {children}
    </Frameless>
  );
}

interface LegalPageProps {
  /** Language of the text. */
  language: Language;
  text: LegalDocument;
}

/** A legal document: its edition, a summary, a table of contents and its sections. */
function LegalContent({ language, text: { title, date, version, intro, sections } }: LegalPageProps) {
  const t = useDocumentText();
  const typeset = useTypeset();
  useLinkedSection();
  return (
    <Page
      title={title}
      intro={<p>{t('edition', { date: formatDay(date, language), version })}</p>}
      back={useHistoryBack()}
    >
      <PrintStyles />
      <Article>
        {isTranslation(language) && <Note>{t('translated')}</Note>}
        <ReadToMe />
        <Intro>
          {intro.map((paragraph) => (
            <p key={paragraph}>{typeset(paragraph)}</p>
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

/** The screen of a document. All of it is in the document's language, except for the contacts of the support team. */
export function LegalPage({ language, text }: LegalPageProps) {
  return (
    <DocumentLanguage value={language}>
      <InLanguage language={language}>
        <LegalContent language={language} text={text} />
      </InLanguage>
    </DocumentLanguage>
  );
}
