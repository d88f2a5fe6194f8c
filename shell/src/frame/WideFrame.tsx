import type { ReactNode } from 'react';
import { runtimeConfig, staffPaths } from 'shared-ui';
import { TopBar } from 'shared-ui/host';
import { styled } from 'styled-components';
import { Frame } from './Frame.tsx';
import { OfflineLine } from './OfflineLine.tsx';

/** Aligns the logo to the edge, above the desk's links, instead of the narrow column of the patient screens. */
const FromEdge = styled.div`
  > header > div {
    max-inline-size: none;
  }
`;

/** Frame of the staff screens: full width, with only the logo in the bar. */
export function WideFrame({ children }: { children: ReactNode }) {
  const { brand } = runtimeConfig();
  const bar = (
    <>
      <FromEdge>
        <TopBar logo={{ path: brand.logo, name: brand.name, to: staffPaths.desk }} />
      </FromEdge>
      <OfflineLine />
    </>
  );
  return <Frame header={bar}>{children}</Frame>;
}
