import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { styled } from 'styled-components';
import { applyTheme } from '../src/ui/theme/theme.ts';
import type { Fixture } from './fixtures/fixture.ts';
import { fixtures } from './fixtures/index.ts';

const Stage = styled.main`
  display: flex;
  flex-direction: column;
  align-items: stretch;
  min-block-size: 100dvh;

  &[data-frame='column'] {
    max-inline-size: 446px;
    padding: 16px;
  }
  &[data-frame='phone'] {
    position: relative;
    block-size: 100dvh;
    overflow: clip;
  }
`;

/** Renders one fixture alone on the page, for tests and screenshots. */
function Single({ fixture }: { fixture: Fixture }) {
  return (
    <Stage data-fixture={fixture.id} data-frame={fixture.frame ?? 'column'}>
      {fixture.render()}
    </Stage>
  );
}

const element = document.getElementById('root');
if (!element) throw new Error('The page has no element #root.');
const root = createRoot(element);

/**
 * Renders the fixture or gallery that the URL asks for. Also runs on popstate: the browser's back button, and the
 * tests.
 */
function show(): void {
  const search = new URLSearchParams(location.search);
  const options = readOptions(search);
  const fixtureId = search.get('fixture');
  const fixture = fixtures.find(({ id }) => id === fixtureId);
  applyOptions(options);
  root.render(
    <BrowserRouter key={location.search}>
      {fixture ? <Single fixture={fixture} /> : <Gallery options={options} missing={fixtureId} />}
    </BrowserRouter>,
  );
}

addEventListener('popstate', show);
show();

/** Display options of the gallery, kept in the URL so that every state can be linked to. */
interface DisplayOptions {
  theme: 'light' | 'dark';
  dir: 'ltr' | 'rtl';
  /** Text size (percent). */
  text: '100' | '200' | 'responsive';
}

/** Parses the display options from a query string. Unknown values fall back to the defaults. */
export function readOptions(search: URLSearchParams): DisplayOptions {
  const text = search.get('text');
  return {
    theme: search.get('theme') === 'dark' ? 'dark' : 'light',
    dir: search.get('dir') === 'rtl' ? 'rtl' : 'ltr',
    text: text === '200' || text === 'responsive' ? text : '100',
  };
}

function galleryUrl(options: DisplayOptions, fixture?: string): string {
  const search = new URLSearchParams({ ...options, ...(fixture ? { fixture } : {}) });
  return `?${search}`;
}

export function applyOptions({ theme, dir, text }: DisplayOptions): void {
  applyTheme({
    theme: theme === 'dark' ? 'DARK' : 'LIGHT',
    direction: dir,
    responsiveFontSizes: text === 'responsive',
    textSize: text === '200' ? 'LARGEST' : 'PHONE',
  });
}

const Board = styled.main`
  padding: 24px;

  > header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 24px;
    margin-block-end: 24px;
  }
  nav {
    display: flex;
    flex-wrap: wrap;
    gap: 16px;
  }
  nav a[aria-current] {
    font-weight: 700;
    text-decoration: none;
  }
`;

const Grid = styled.div`
  columns: 390px;
  column-gap: 24px;

  article {
    margin-block-end: 20px;
    break-inside: avoid;
  }
  article > a:first-child {
    display: block;
    margin-block-end: 6px;
    font-size: var(--text-s);
  }
  iframe {
    display: block;
    inline-size: 100%;
    block-size: 780px;
    border: 1px dashed var(--line-color);
    border-radius: 12px;
  }
`;

const CHOICES: { [Key in keyof DisplayOptions]: readonly DisplayOptions[Key][] } = {
  theme: ['light', 'dark'],
  dir: ['ltr', 'rtl'],
  text: ['100', 'responsive', '200'],
};

/** Renders all fixtures on one board, with switches for theme, direction and text size. */
export function Gallery({ options, missing }: { options: DisplayOptions; missing: string | null }) {
  return (
    <Board>
      <header>
        <h1>Gallery</h1>
        <Switch options={options} of="theme" />
        <Switch options={options} of="dir" />
        <Switch options={options} of="text" />
      </header>
      {missing && <p>There is no fixture “{missing}”.</p>}
      <Grid>
        {fixtures.map((fixture) => (
          <Example key={fixture.id} fixture={fixture} options={options} />
        ))}
      </Grid>
    </Board>
  );
}

function Switch<Key extends keyof DisplayOptions>({ options, of }: { options: DisplayOptions; of: Key }) {
  return (
    <nav aria-label={of}>
      {CHOICES[of].map((choice) => (
        <a
          key={choice}
          href={galleryUrl({ ...options, [of]: choice })}
          aria-current={options[of] === choice ? 'true' : undefined}
        >
          {choice}
        </a>
      ))}
    </nav>
  );
}

/**
 * Renders column fixtures inline and phone fixtures in an iframe. Window fixtures are only linked: several dialogs on
 * one board would keep taking focus from one another.
 */
function Example({ fixture, options }: { fixture: Fixture; options: DisplayOptions }) {
  const url = galleryUrl(options, fixture.id);
  return (
    <article>
      <a href={url}>{fixture.id}</a>
      {fixture.frame === undefined && fixture.render()}
      {fixture.frame === 'phone' && <iframe src={url} title={fixture.id} loading="lazy" />}
      {fixture.frame === 'window' && <p>Lies over the whole window: open it by its name.</p>}
    </article>
  );
}
