import type { Page } from 'playwright/test';
import type { Visit, World } from '../support/fixtures.ts';
import type { Viewer } from '../support/people/viewer.ts';

/** One screen in one state, with one picture in light and one in dark. */
export interface ScreenState {
  /** Name of the picture, unique in its group. */
  name: string;
  path: string | ((world: Visit) => Promise<string>);
  heading: string | RegExp;
  /** Runs before the page opens, to set up faults or server data. See faults.ts. */
  before?: (world: Visit) => Promise<unknown>;
  /** Runs on the screen before it is checked. */
  act?: (page: Page, world: World) => Promise<unknown>;
  /** A text that is visible once the state is reached. */
  see?: string | RegExp;
}

/** States that one test opens in turn. A state may build on what an earlier one left on the server. */
export interface Walk {
  name: string;
  as: Viewer;
  states: ScreenState[];
}

/** The screens of one area, which share a contact sheet. */
export interface Group {
  name: string;
  walks: Walk[];
}
