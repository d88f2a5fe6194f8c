/** What a slot shows instead of its remote: while it loads (nothing at first), and when no version works. */
import { Component, type ReactNode, useState } from 'react';
import { Apology, Button, LateWaiting, LinkButton, runtimeConfig, useText } from 'shared-ui';
import { telephoneOf } from 'shared-ui/contract';
import en from '../locales/en.json';
import { words } from '../words.ts';

export function WaitingForRemote() {
  const t = useText(words);
  return <LateWaiting caption={t('remote.waiting')} />;
}

const { apology } = en.remote;

/** Whether the remote has its own text; all others use a generic one. */
const hasOwnText = (name: string): name is keyof typeof apology => Object.hasOwn(apology, name);

/** Shown in place of a remote that can't be loaded: what happened and what the user can do. */
export function RemoteUnavailable({ name, onRetry }: { name: string; onRetry(): Promise<void> }) {
  const t = useText(words);
  const [isTrying, setIsTrying] = useState(false);
  const [phone] = runtimeConfig().brand.supportPhones;
  const tryAgain = async () => {
    setIsTrying(true);
    await onRetry();
    setIsTrying(false);
  };
  return (
    <Apology title={t(`remote.apology.${hasOwnText(name) ? name : 'other'}`)} text={t('remote.nothingLost')}>
      <Button onClick={tryAgain} busy={isTrying}>
        {t('remote.tryAgain')}
      </Button>
      {phone && (
        <LinkButton variant="plain" href={telephoneOf(phone)}>
          {t('remote.callSupport')}
        </LinkButton>
      )}
    </Apology>
  );
}

interface Props {
  onError(error: unknown): void;
  /** Shown in place of the children that threw. */
  fallback: ReactNode;
  children: ReactNode;
}

export class RemoteBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
