import { prefersStillness } from '../../theme/theme.ts';

/** Duration of the panel's exit animation (ms, docs/product-rules.md#constants). */
const LEAVE_MS = 500;

function animateOut(element: HTMLElement, parent: Element, scrolled: number[]): void {
  const ghost = element.cloneNode(true) as HTMLElement;
  ghost.inert = true;
  ghost.ariaHidden = 'true';
  ghost.style.animation = 'none';
  for (const named of ghost.querySelectorAll('[id], [name]')) {
    named.removeAttribute('id');
    named.removeAttribute('name');
  }
  parent.append(ghost);
  for (const [index, inner] of [...ghost.querySelectorAll('*')].entries()) inner.scrollTop = scrolled[index] ?? 0;
  const easing = getComputedStyle(ghost).getPropertyValue('--ease') || 'ease';
  const leaving = ghost.animate({ transform: ['none', 'translateY(100%)'] }, { duration: LEAVE_MS, easing });
  leaving.onfinish = () => ghost.remove();
}

/**
 * Returns an effect's cleanup that animates `element` out after its removal: an inert copy of it sinks out of sight in
 * its place. The original is removed immediately, for assistive technology and for code; only the copy remains visible.
 */
export function leaveGhost(element: HTMLElement | null): () => void {
  return () => {
    const parent = element?.parentElement;
    if (!element || !parent || prefersStillness()) return;
    const scrolled = [...element.querySelectorAll('*')].map(({ scrollTop }) => scrollTop);
    // Later in the same frame: an element that is still connected was only remounted by React's strict mode.
    queueMicrotask(() => {
      if (!element.isConnected && parent.isConnected) animateOut(element, parent, scrolled);
    });
  };
}
