import { paths } from '../../shared-ui/src/contract/paths.ts';

export type ScreenName = 'welcome' | 'home';

/** A screen whose arrival is measured. */
export interface Screen {
  name: ScreenName;
  path: string;
  /** The remote whose screen it is. */
  remote: string;
  signedIn: boolean;
  /** JavaScript over the wire to this screen, in bytes. */
  budget: number;
}

/** The first screen of a new visitor, and home of a user who is signed in. */
export const SCREENS: Screen[] = [
  { name: 'welcome', path: paths.onboarding.welcome, remote: 'onboarding', signedIn: false, budget: 170_000 },
  { name: 'home', path: paths.app.root, remote: 'timeline', signedIn: true, budget: 185_000 },
];
