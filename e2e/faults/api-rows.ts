/** What each row of the table of screens says: how a screen is opened, and what it does when the API fails. */
import type { Locator, Page } from 'playwright/test';
import type { World } from '../looks/screen-state.ts';
import type { Viewer } from '../support/viewer.ts';
import type { ApiFault } from './api-faults.ts';

interface Screen {
  /** As written in the route tables. */
  route: string;
  /** Distinguishes rows of the same route. */
  name?: string;
  as: Viewer;
  /** Number of steps of the patient's story that have been played. */
  storySteps?: number;
  /** Where to open it, if that differs from the route. */
  at?: string | ((world: World) => Promise<string>);
  heading: string | RegExp;
  before?(world: World): Promise<unknown>;
}

/** A screen that makes no API request, so no fault affects it. */
export interface StaticScreen extends Screen {
  does: 'stands';
}

/** A screen that shows API data: on failure it shows an error and offers to try again. */
export interface Reading extends Screen {
  does: 'reads';
  /** Requests that always succeed, because the row tests a part of the screen that loads after them. */
  spare?: RegExp;
  /** Opens that part of the screen. */
  act?(page: Page): Promise<unknown>;
  /** Name of the retry button. */
  again?: string;
  /** Where the error message is, if it is not an alert. */
  said?(page: Page): Locator;
  /** The server's final refusal: no retry is offered, because it would be refused again. */
  isFinal?: ApiFault;
  /** The demo data has nothing for it to show once the fault is removed. */
  isNeverWell?: true;
}

/** A screen that submits input: on failure it keeps the input, shows one message, and can be submitted again. */
export interface Sending extends Screen {
  does: 'sends';
  fill?(page: Page): Promise<unknown>;
  /** Submits the form; `time` counts the attempts. */
  send(page: Page, time: number): Promise<unknown>;
  /** Throws when some of the input was lost. */
  holds?(page: Page): Promise<unknown>;
  /** Heading of the screen shown after the server has ended the session, if it is another screen. */
  signedOut?: string;
  /** Thank-you message shown regardless of the result (docs/product-rules.md#interest-sign-up). */
  thanks?: string;
}

/** The product is opened while even the session check fails. */
export interface Starting extends Screen {
  does: 'starts';
  /** Heading of the screen shown if the server has ended the session, if it is another screen. */
  signedOut?: string;
}

export type Row = StaticScreen | Reading | Sending | Starting;
