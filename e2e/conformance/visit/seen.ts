/** What was filled in. */
export interface Filled {
  choices: number;
  texts: string[];
}

/** What is around the form: the page's own state, as far as a remote could have changed it. */
export interface Around {
  title: string;
  address: string;
  storage: string;
  root: string;
  sheets: number;
  listeners: number;
}
