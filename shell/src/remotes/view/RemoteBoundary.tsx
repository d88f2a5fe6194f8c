import { Component, type ReactNode } from 'react';

interface Props {
  onError(error: unknown): void;
  /** Shown in place of the children that threw. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Error boundary of a remote's slot. */
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
