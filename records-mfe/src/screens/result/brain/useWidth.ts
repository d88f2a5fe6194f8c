import { type RefObject, useEffect, useState } from 'react';

/** Returns an element's inner width in px and tracks changes; 0 before it is measured. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const observer = new ResizeObserver(() => setWidth(measured.clientWidth));
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
