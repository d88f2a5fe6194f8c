import { styled } from 'styled-components';
import type { Fixture } from './fixture.ts';
import { fixtures } from './fixtures.ts';
import { galleryUrl, type Look } from './look.ts';

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
  h2 {
    margin-block-end: 6px;
    font-size: var(--text-s);
    font-weight: 560;
    letter-spacing: 0;
  }
  iframe {
    display: block;
    inline-size: 100%;
    border: 1px dashed var(--line-color);
    border-radius: 12px;
  }
`;

/** Height of a fixture's window on the board, in px. */
const HEIGHTS = { phone: 780, window: 460 };

const CHOICES: { [Key in keyof Look]: readonly Look[Key][] } = {
  theme: ['light', 'dark'],
  dir: ['ltr', 'rtl'],
  text: ['100', 'responsive', '200'],
};

/** All fixtures on one board, each in a window of its own, with switches for theme, direction and size of type. */
export function Gallery({ look, missing }: { look: Look; missing: string | null }) {
  return (
    <Board>
      <header>
        <h1>Gallery</h1>
        <Switch look={look} of="theme" />
        <Switch look={look} of="dir" />
        <Switch look={look} of="text" />
      </header>
      {missing && <p>There is no fixture “{missing}”.</p>}
      <Grid>
        {fixtures.map((fixture) => (
          <Window key={fixture.id} fixture={fixture} look={look} />
        ))}
      </Grid>
    </Board>
  );
}

function Switch<Key extends keyof Look>({ look, of }: { look: Look; of: Key }) {
  return (
    <nav aria-label={of}>
      {CHOICES[of].map((choice) => (
        <a
          key={choice}
          href={galleryUrl({ ...look, [of]: choice })}
          aria-current={look[of] === choice ? 'true' : undefined}
        >
          {choice}
        </a>
      ))}
    </nav>
  );
}

function Window({ fixture, look }: { fixture: Fixture; look: Look }) {
  const url = galleryUrl(look, fixture.id);
  const frame = fixture.frame ?? 'column';
  // A window by itself, so that what is fixed, portalled or takes the focus stays inside. Columns get their own height.
  const fit = (event: React.SyntheticEvent<HTMLIFrameElement>) => {
    const inner = event.currentTarget.contentDocument?.querySelector('main');
    if (inner && frame === 'column') {
      inner.style.minBlockSize = '0';
      event.currentTarget.style.height = `${Math.max(inner.scrollHeight, 40) + 4}px`;
    }
  };
  return (
    <article>
      <h2>
        <a href={url}>{fixture.id}</a>
      </h2>
      <iframe src={url} title={fixture.id} onLoad={fit} style={{ height: frame === 'column' ? 160 : HEIGHTS[frame] }} />
    </article>
  );
}
