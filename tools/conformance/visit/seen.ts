export interface Filled {
  choices: number;
  texts: string[];
}

/** State of the page around the form that a remote could have changed. */
export interface Around {
  title: string;
  address: string;
  storage: string;
  root: string;
  sheets: number;
  listeners: number;
}
