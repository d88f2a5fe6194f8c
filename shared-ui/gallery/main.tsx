import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { styled } from 'styled-components';
import type { Fixture } from './fixture.ts';
import { fixtures } from './fixtures.ts';
import { applyOptions, Gallery, readOptions } from './Gallery.tsx';

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
