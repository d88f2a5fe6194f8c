import { Fragment, useId } from 'react';
import { pathData, type Still } from './still.ts';

/** How a picture fits its box: contained in the middle, or covering it from the top. */
export const FITS = { contain: 'xMidYMid meet', cover: 'xMidYMin slice' } as const;

/** Renders the picture shown until an animation plays, or instead of it. */
export function StillFrame({ still: { size, shapes }, fit }: { still: Still; fit: keyof typeof FITS }) {
  const gradient = useId();
  return (
    <svg
      viewBox={`0 0 ${size.join(' ')}`}
      preserveAspectRatio={FITS[fit]}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {shapes.map(({ light, d, circles, ...look }) => (
        <Fragment key={look.className + pathData({ d, circles })}>
          {light && (
            <radialGradient id={gradient}>
              {light.map(([offset, alpha]) => (
                <stop key={offset} offset={offset} stopOpacity={alpha} />
              ))}
            </radialGradient>
          )}
          <path {...look} d={pathData({ d, circles })} fill={light && `url(#${gradient})`} />
        </Fragment>
      ))}
    </svg>
  );
}
