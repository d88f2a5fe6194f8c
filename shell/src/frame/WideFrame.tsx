import type { ReactNode } from 'react';
import { runtimeConfig, staffPaths } from 'shared-ui';
import { TopBar } from 'shared-ui/host';
import { Frame } from './Frame.tsx';
import { OfflineLine } from './OfflineLine.tsx';

/** The frame of the staff's screens, which are made for a wide screen: the bar has the logo, the rest is theirs. */
export function WideFrame({ children }: { children: ReactNode }) {
  const { brand } = runtimeConfig();
  const bar = (
    <>
      <TopBar logo={{ path: brand.logo, name: brand.name, to: staffPaths.desk }} />
      <OfflineLine />
    </>
  );
  return <Frame header={bar}>{children}</Frame>;
}
