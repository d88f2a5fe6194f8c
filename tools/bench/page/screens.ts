import { paths } from '../../../shared-ui/src/contract/routes/paths.ts';

export type ScreenName = 'welcome' | 'home';

/** A screen whose load is measured. */
export interface Screen {
  name: ScreenName;
  path: string;
  /** The remote that provides the screen. */
  remote: string;
  signedIn: boolean;
  /** Budget for the JavaScript transferred for this screen, in bytes. */
  budget: number;
}

/** The first screen of a new visitor, and the home screen of a signed-in user. */
export const SCREENS: Screen[] = [
  { name: 'welcome', path: paths.onboarding.welcome, remote: 'onboarding', signedIn: false, budget: 170_000 },
  { name: 'home', path: paths.app.root, remote: 'timeline', signedIn: true, budget: 185_000 },
];
