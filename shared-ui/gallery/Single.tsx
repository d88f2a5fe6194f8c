import { styled } from 'styled-components';
import type { Fixture } from './fixture.ts';

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

/** One fixture alone on the page: what the tests and the screenshots look at. */
export function Single({ fixture }: { fixture: Fixture }) {
  return (
    <Stage data-fixture={fixture.id} data-frame={fixture.frame ?? 'column'}>
      {fixture.render()}
    </Stage>
  );
}
