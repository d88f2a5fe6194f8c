/** Wraps source text as a function to be run in the browser only. */
export function raw<A, R>(source: string): (given: A) => R {
  const work = () => undefined;
  work.toString = () => source;
  return work as unknown as (given: A) => R;
}

export interface Filled {
  choices: number;
  texts: string[];
}

/** State of the page around the form that a remote could have changed. */
export interface PageState {
  title: string;
  address: string;
  storage: string;
  root: string;
  sheets: number;
  listeners: number;
}
