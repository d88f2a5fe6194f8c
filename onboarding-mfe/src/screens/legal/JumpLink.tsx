import type { MouseEvent, ReactNode } from 'react';

/** Leads to a heading of this page: it comes into view and takes the focus, so that reading goes on there. */
export function jumpTo(id: string): void {
  const heading = document.getElementById(id);
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView();
}

interface JumpLinkProps {
  /** The id of a heading on this page. */
  to: string;
  className?: string;
  children: ReactNode;
}

/**
 * A link to a heading of this page. It leaves the history alone, so that the back arrow leads to the screen before and
 * not from section to section; in a new tab it opens the page at the heading.
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
