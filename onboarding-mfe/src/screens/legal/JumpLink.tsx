import type { MouseEvent, ReactNode } from 'react';

/** Scrolls to a heading on this page and focuses it, so that reading continues there. */
export function jumpTo(id: string): void {
  const heading = document.getElementById(id);
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView();
}

interface JumpLinkProps {
  /** Id of a heading on this page. */
  to: string;
  className?: string;
  children: ReactNode;
}

/**
 * A link to a heading on this page. It adds no history entry, so the back arrow leads to the previous screen rather
 * than the previous section. In a new tab it opens the page at the heading.
 */
export function JumpLink({ to, className, children }: JumpLinkProps) {
  const jump = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    jumpTo(to);
  };
  return (
    <a href={`#${to}`} className={className} onClick={jump}>
      {children}
    </a>
  );
}
