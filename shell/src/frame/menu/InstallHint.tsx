import Share from 'lucide-react/icons/share';
import X from 'lucide-react/icons/x';
import { useEffect, useState } from 'react';
import { changeSettings, IconButton, runtimeConfig, store, useStore, useText, VisuallyHidden } from 'shared-ui';
import { SHORT_SCREEN } from 'shared-ui/host';
import { styled } from 'styled-components';
import { words } from '../../words.ts';

interface Phone {
  userAgent: string;
  platform: string;
  maxTouchPoints: number;
  /** Safari only: true when started from the home screen. */
  standalone?: boolean;
}

/** Detects iPhones and iPads. iPads that report a Mac platform are recognised by their touch screen. */
const isIos = ({ userAgent, platform, maxTouchPoints }: Phone) =>
  /iPhone|iPad|iPod/.test(userAgent) || (platform === 'MacIntel' && maxTouchPoints > 1);

/** Whether the app was started from the home screen. */
const isInstalled = ({ standalone }: Phone) => standalone === true || matchMedia('(display-mode: standalone)').matches;

/** How long the hint stays, in milliseconds (docs/product-rules.md#constants). */
const SHOWN_MS = 8_000;

const Place = styled.div`
  position: relative;
  z-index: 5;
  flex: none;
  block-size: 0;

  > div {
    position: absolute;
    inset-block-end: var(--space-3);
    inset-inline: var(--space-4);
    display: flex;
    align-items: center;
    gap: var(--space-2);
    max-inline-size: var(--card-max);
    margin-inline: auto;
    padding: 10px 6px 10px var(--space-4);
    border-radius: var(--radius-m);
    background: var(--ink);
    color: var(--page);
    box-shadow: var(--shadow-3);
  }
  p {
    flex: 1;
  }
  .lucide-share {
    margin-inline: 2px;
    vertical-align: -0.3em;
  }
  ${SHORT_SCREEN} {
    font-size: min(var(--text-m), 5.5vw);
  }
`;

/** Due once per device: on iOS, when the app is not installed yet; in the demo, after its story. */
const shouldShowHint = () => !store.getState().settings.installHintShown && isIos(navigator) && !isInstalled(navigator);

function useHint(): [boolean, () => void] {
  const isDue = useStore(({ app }) => app.isStoryDone || !runtimeConfig().demo);
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (!isDue || !shouldShowHint()) return;
    changeSettings({ installHintShown: true });
    setIsShown(true);
  }, [isDue]);
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => setIsShown(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isShown]);
  return [isShown, () => setIsShown(false)];
}

/** Hint that explains how to install the app on iOS. Announced politely; takes no focus and no layout space. */
export function InstallHint() {
  const t = useText(words);
  const [isShown, hide] = useHint();
  return (
    <Place role="status">
      {isShown && (
        <div>
          <p>
            {t('install.before')} <Share aria-hidden="true" />
            <VisuallyHidden>{t('install.share')}</VisuallyHidden> {t('install.after')}
          </p>
          <IconButton label={t('install.close')} icon={<X />} onClick={hide} />
        </div>
      )}
    </Place>
  );
}
