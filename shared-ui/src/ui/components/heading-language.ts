import { createContext, type HTMLAttributes } from 'react';

/** `lang` and `dir` of the heading of a screen or card, where its language is not the page's. */
export const HeadingLanguage = createContext<Pick<HTMLAttributes<HTMLElement>, 'lang' | 'dir'>>({});
