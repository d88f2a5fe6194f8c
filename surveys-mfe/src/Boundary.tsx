import { Component, type ReactNode } from 'react';
import { Apology, Button } from 'shared-ui';
import type { Speech } from './words.ts';

interface BoundaryProps {
  speech: Speech;
  onLeave(): void;
  children: ReactNode;
}

/** The host sees no error of a React root that is not its own: this one apologises by itself, never with a blank page. */
export class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const { t } = this.props.speech;
    return (
      <Apology title={t('broken.title')} text={t('broken.text')}>
        <Button onClick={() => this.setState({ failed: false })}>{t('broken.retry')}</Button>
        <Button variant="plain" onClick={this.props.onLeave}>
          {t('broken.leave')}
        </Button>
      </Apology>
    );
  }
}
