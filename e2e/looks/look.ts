import type { BrowserContext, Page } from 'playwright/test';
import type { Problems } from '../support/problems.ts';
import type { Stack } from '../support/stack.ts';
import type { Viewer } from '../support/viewer.ts';

/** What a row can lay its hands on. */
export interface World {
  page: Page;
  context: BrowserContext;
  stack: Stack;
  problems: Problems;
}

/** One screen in one state: a row of the tables, one picture in light and one in dark. */
export interface Look {
  /** Names the picture; unlike every other in its group. */
  name: string;
  /** Where it is; made when the test runs where it holds the link of an e-mail. */
  path: string | ((world: World) => Promise<string>);
  heading: string | RegExp;
  /** The group's viewer unless said otherwise. */
  as?: Viewer;
  /** Before the page opens: what goes wrong, or what the server holds. See faults.ts. */
  before?: (world: World) => Promise<unknown>;
  /** What a person does on the screen before it is looked at. */
  act?: (page: Page, world: World) => Promise<unknown>;
  /** A text that shows when the state is reached. */
  see?: string | RegExp;
}

/** The screens of one area: one contact sheet. */
export interface Group {
  name: string;
  as: Viewer;
  looks: Look[];
}
