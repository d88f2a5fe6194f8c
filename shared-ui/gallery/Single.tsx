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

/** Renders one fixture alone on the page, for tests and screenshots. */
export function Single({ fixture }: { fixture: Fixture }) {
  return (
    <Stage data-fixture={fixture.id} data-frame={fixture.frame ?? 'column'}>
      {fixture.render()}
    </Stage>
  );
}
