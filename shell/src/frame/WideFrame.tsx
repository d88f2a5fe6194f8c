import type { ReactNode } from 'react';
import { runtimeConfig, staffPaths } from 'shared-ui';
import { TopBar } from 'shared-ui/host';
import { styled } from 'styled-components';
import { Frame } from './Frame.tsx';
import { OfflineLine } from './OfflineLine.tsx';

/** The logo stands at the edge, above the links of the desk, instead of in the middle column that patients' screens have. */
const FromEdge = styled.div`
  > header > div {
    max-inline-size: none;
  }
`;

/** The frame of the staff's screens, which are made for a wide screen: the bar has the logo, the rest is theirs. */
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
