import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { styled } from 'styled-components';
import { paths } from '../../contract/paths.ts';
import { useText } from '../../platform/i18n/index.ts';
import { BackHeader, GRIP, PanelBody } from '../../ui/components/index.ts';
import { words } from '../../words.ts';
import { FocusReturn } from './FocusReturn.tsx';

const Head = styled.div`
  position: sticky;
  z-index: 2;
  inset-block-start: 0;
  background: var(--page);
  touch-action: none;

  > div {
    max-inline-size: var(--column);
    margin-inline: auto;
  }
`;

/**
 * Returns a function that goes to the previous page, or to `instead` (home by default) if the person came here
 * directly.
 */
export function useGoBack(instead: string = paths.app.root): () => void {
  const navigate = useNavigate();
  return () => {
    // React Router counts the entries of this visit in the history's state.
    const { idx = 0 } = (window.history.state ?? {}) as { idx?: number };
    if (idx > 0) navigate(-1);
    else navigate(instead);
  };
}

/** Renders one screen inside the profile panel: the back arrow leads to the previous page, the close icon home. */
export function PanelScreen({ title, children }: { title: string; children: ReactNode }) {
  const t = useText(words);
  const navigate = useNavigate();
  const goBack = useGoBack();
  return (
    <>
      <Head {...GRIP}>
        <BackHeader
          title={title}
          back={{ label: t('back'), onPress: goBack }}
          close={{ label: t('close'), onPress: () => navigate(paths.app.root) }}
        />
      </Head>
      <PanelBody>
        <FocusReturn>{children}</FocusReturn>
      </PanelBody>
    </>
  );
}
